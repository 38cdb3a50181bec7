import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import { isConfirmIdentityError } from '#features/access/rules/recent-authentication.ts'
import {
  ConfirmIdentityDialog,
  useConfirmedIdentity,
} from '#features/accounts/admin/ConfirmIdentityDialog.tsx'
import { DraftOffers } from '#ui/admin/forms/DraftOffers.tsx'
import { ConflictNotice } from '#ui/admin/forms/FormNotices.tsx'
import { SaveBar } from '#ui/admin/forms/SaveBar.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { RECOVERY, useFormDrafts } from '#ui/admin/forms/useFormDrafts.ts'
import { useStoredForm } from '#ui/admin/forms/useStoredForm.ts'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { ADS_DENIED, ADS_SAVE_FAILURE, adSettingsQuery, saveAdSettings } from '../edit-ads.functions.ts'
import { SETTINGS_LOAD_FAILURE } from '../edit-settings.functions.ts'
import { type AdPlace, type AdSettingTexts, adSettingsSchema } from '../rules/ad-settings.ts'
import { MAX_ADS_TEXT_LENGTH } from '../rules/ads-text.ts'
import type { StoredSettings } from '../server/save-settings.server.ts'
import { AdCodeField } from './AdCodeField.tsx'
import { SettingSwitch } from './SettingSwitch.tsx'

type CodeName = Exclude<keyof AdSettingTexts, 'adsense_enabled' | 'ads_txt'>

/** Describes what sanitise-ad.server.ts allows. */
const AD_UNIT_HELP =
  'Paste the code of an ad unit: ins, div and span elements, and script elements that load from an https address. Anything else, such as images, links, frames and inline scripts, is removed.'

const CODES: readonly { name: CodeName; place: AdPlace; label: string; help: string }[] = [
  {
    name: 'adsense_header_code',
    place: 'headerCode',
    label: 'Header code',
    help: 'Added to the head of every page: paste the script element of your ad network.',
  },
  {
    name: 'adsense_banner_code',
    place: 'bannerCode',
    label: 'Banner code',
    help: `The banner above the top stories of the home page. ${AD_UNIT_HELP}`,
  },
  {
    name: 'adsense_left_sidebar_code',
    place: 'leftSidebarCode',
    label: 'Left sidebar code',
    help: `On the left of article pages, on wide screens. ${AD_UNIT_HELP}`,
  },
  {
    name: 'adsense_right_sidebar_code',
    place: 'rightSidebarCode',
    label: 'Right sidebar code',
    help: `On the right of article pages, on wide screens. ${AD_UNIT_HELP}`,
  },
]

const LABELS: Record<keyof AdSettingTexts, string> = {
  adsense_enabled: 'Enable AdSense',
  adsense_header_code: 'Header code',
  adsense_banner_code: 'Banner code',
  adsense_left_sidebar_code: 'Left sidebar code',
  adsense_right_sidebar_code: 'Right sidebar code',
  ads_txt: 'ads.txt',
}

/** Spec §2, Settings. */
export function AdSettingsForm() {
  return (
    <LoadState
      query={useQuery(adSettingsQuery)}
      failure={SETTINGS_LOAD_FAILURE}
      loading={<p role="status">Loading settings…</p>}
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
        void showToast({ title: 'AdSense Settings Updated' })
      }
      queryClient.setQueryData(adSettingsQuery.queryKey, outcome.stored)
    },
    onError(error, sent) {
      if (isConfirmIdentityError(error)) return identity.request(() => mutate(sent))
      showFailure(error, error.message === ADS_DENIED ? ADS_DENIED : ADS_SAVE_FAILURE)
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
        <UnsavedChangesGuard isChanged={form.isChanged} recovery={RECOVERY} />
        <DraftOffers drafts={drafts} onRestore={restore} />
        <ConflictNotice form={form} changedBy={stored.changedBy} labels={LABELS} />
        <SettingSwitch
          form={form}
          name="adsense_enabled"
          label={LABELS.adsense_enabled}
          help="Shows ads to readers. Ad code with scripts is loaded only for readers who accept advertising. When off, pages contain no ad code."
        />
        <p className="text-14">
          <a
            href="https://support.google.com/adsense/answer/9274019"
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-1 underline underline-offset-2"
          >
            How to get ad code from Google AdSense
            <ExternalLink aria-hidden size={14} />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </p>
        {isEnabled &&
          CODES.map(({ name, ...code }) => (
            <AdCodeField key={name} {...code} value={form.values[name]} input={form.field(name)} />
          ))}
        <TextArea
          label={LABELS.ads_txt}
          help="Lists who may sell advertising space on this site, one per line: the domain of the ad network, your account, and DIRECT or RESELLER. Your ad network provides its line. Published at /ads.txt, unless it is empty."
          rows={4}
          isCode
          maxLength={MAX_ADS_TEXT_LENGTH}
          {...form.field('ads_txt')}
        />
        <SaveBar isChanged={form.isChanged} isBusy={isPending} label="Save AdSense Settings" />
      </form>
      <ConfirmIdentityDialog {...identity.dialog} />
    </>
  )
}
