import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import { isConfirmIdentityError } from '#features/access/rules/recent-authentication.ts'
import {
  ConfirmIdentityDialog,
  useConfirmedIdentity,
} from '#features/accounts/admin/ConfirmIdentityDialog.tsx'
import { phrase } from '#kernel/text/phrase.ts'
import { DraftOffers } from '#ui/admin/forms/DraftOffers.tsx'
import { ConflictNotice } from '#ui/admin/forms/FormNotices.tsx'
import { SaveBar } from '#ui/admin/forms/SaveBar.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery, useFormDrafts } from '#ui/admin/forms/useFormDrafts.ts'
import { useStoredForm } from '#ui/admin/forms/useStoredForm.ts'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { adSettingsQuery, adsDenied, adsSaveFailure, saveAdSettings } from '../edit-ads.functions.ts'
import { settingsLoadFailure } from '../edit-settings.functions.ts'
import { type AdPlace, type AdSettingTexts, adSettingsSchema } from '../rules/ad-settings.ts'
import { MAX_ADS_TEXT_LENGTH } from '../rules/ads-text.ts'
import type { StoredSettings } from '../server/save-settings.server.ts'
import { AdCodeField } from './AdCodeField.tsx'
import { SettingSwitch } from './SettingSwitch.tsx'

type CodeName = Exclude<keyof AdSettingTexts, 'adsense_enabled' | 'ads_txt'>

/** Describes what sanitise-ad.server.ts allows. */
const adUnitHelp = () =>
  phrase(
    'Paste the code of an ad unit: ins, div and span elements, and script elements that load from an https address. Anything else, such as images, links, frames and inline scripts, is removed.',
  )

const codes = (): readonly { name: CodeName; place: AdPlace; label: string; help: string }[] => [
  {
    name: 'adsense_header_code',
    place: 'headerCode',
    label: phrase('Header code'),
    help: phrase('Added to the head of every page: paste the script element of your ad network.'),
  },
  {
    name: 'adsense_banner_code',
    place: 'bannerCode',
    label: phrase('Banner code'),
    help: phrase('The banner above the top stories of the home page. {help}', { help: adUnitHelp() }),
  },
  {
    name: 'adsense_left_sidebar_code',
    place: 'leftSidebarCode',
    label: phrase('Left sidebar code'),
    help: phrase('On the left of article pages, on wide screens. {help}', { help: adUnitHelp() }),
  },
  {
    name: 'adsense_right_sidebar_code',
    place: 'rightSidebarCode',
    label: phrase('Right sidebar code'),
    help: phrase('On the right of article pages, on wide screens. {help}', { help: adUnitHelp() }),
  },
]

const labels = (): Record<keyof AdSettingTexts, string> => ({
  adsense_enabled: phrase('Enable AdSense'),
  adsense_header_code: phrase('Header code'),
  adsense_banner_code: phrase('Banner code'),
  adsense_left_sidebar_code: phrase('Left sidebar code'),
  adsense_right_sidebar_code: phrase('Right sidebar code'),
  ads_txt: 'ads.txt',
})

/** Spec §2, Settings. */
export function AdSettingsForm() {
  return (
    <LoadState
      query={useQuery(adSettingsQuery)}
      failure={settingsLoadFailure()}
      loading={<p role="status">{phrase('Loading settings…')}</p>}
    >
      {(stored) => <Form stored={stored} />}
    </LoadState>
  )
}

function Form({ stored }: { stored: StoredSettings<AdSettingTexts> }) {
  const queryClient = useQueryClient()
  const identity = useConfirmedIdentity()
  const { mutate, isPending } = useMutation({
    mutationFn: saveAdSettings,
    onSuccess(outcome, sent) {
      if (outcome.kind === 'saved') {
        form.markSaved(sent.typed, outcome.stored.values)
        void showToast({ title: phrase('AdSense Settings Updated') })
      }
      queryClient.setQueryData(adSettingsQuery.queryKey, outcome.stored)
    },
    onError(error, sent) {
      if (isConfirmIdentityError(error)) return identity.request(() => mutate(sent))
      showFailure(error, error.message === adsDenied() ? adsDenied() : adsSaveFailure())
    },
  })
  const form = useStoredForm(adSettingsSchema, stored.values, isPending)
  const owner = useAdmittedAccount()?.id
  const { drafts, restore } = useFormDrafts(form, `ads:${owner}`)
  const isEnabled = form.values.adsense_enabled === 'true'
  const submit = form.handleSubmit((typed) => {
    if (!isPending) mutate({ base: form.base, typed })
  })

  return (
    <>
      <form noValidate onSubmit={submit} className="sheet flex max-w-2xl flex-col gap-5 p-4 md:p-5">
        <UnsavedChangesGuard isChanged={form.isChanged} recovery={recovery()} />
        <DraftOffers drafts={drafts} onRestore={restore} />
        <ConflictNotice form={form} changedBy={stored.changedBy} labels={labels()} />
        <SettingSwitch
          form={form}
          name="adsense_enabled"
          label={labels().adsense_enabled}
          help={phrase(
            'Shows ads to readers. Ad code with scripts is loaded only for readers who accept advertising. When off, pages contain no ad code.',
          )}
        />
        <p className="text-14">
          <a
            href="https://support.google.com/adsense/answer/9274019"
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-1 underline underline-offset-2"
          >
            {phrase('How to get ad code from Google AdSense')}
            <ExternalLink aria-hidden size={14} />
            <span className="sr-only">{phrase('(opens in a new tab)')}</span>
          </a>
        </p>
        {isEnabled &&
          codes().map(({ name, ...code }) => (
            <AdCodeField key={name} {...code} value={form.values[name]} input={form.field(name)} />
          ))}
        <TextArea
          label={labels().ads_txt}
          help={phrase(
            'Lists who may sell advertising space on this site, one per line: the domain of the ad network, your account, and DIRECT or RESELLER. Your ad network provides its line. Published at /ads.txt, unless it is empty.',
          )}
          rows={4}
          isCode
          maxLength={MAX_ADS_TEXT_LENGTH}
          {...form.field('ads_txt')}
        />
        <SaveBar isChanged={form.isChanged} isBusy={isPending} label={phrase('Save AdSense Settings')} />
      </form>
      <ConfirmIdentityDialog {...identity.dialog} />
    </>
  )
}
