import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { FormEvent } from 'react'
import { ErrorState } from '#ui/office/ErrorState.tsx'
import { SaveBar } from '#ui/office/SaveBar.tsx'
import { Switch } from '#ui/office/Switch.tsx'
import { showToast } from '#ui/toast.ts'
import { adSettingsQuery, saveAdSettings } from '../edit-ads.functions.ts'
import type { AdPlace, AdSettingTexts } from '../rules/ad-settings.ts'
import type { StoredSettings } from '../server/save-settings.server.ts'
import { AdCodeField } from './AdCodeField.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { OvertakenNotice } from './OvertakenNotice.tsx'
import { useStoredForm } from './useStoredForm.ts'

type CodeName = Exclude<keyof AdSettingTexts, 'adsense_enabled'>

/** What sanitise-ad.server.ts keeps, in words. */
const UNIT =
  'Paste the code of an ad unit: ins, div and span elements, and script elements that load from an https address. Anything else, such as images, links, frames and what is written inside a script, is left out.'

const CODES: readonly { name: CodeName; place: AdPlace; label: string; help: string }[] = [
  {
    name: 'adsense_header_code',
    place: 'headerCode',
    label: 'Header code',
    help: 'Goes into the head of the site: paste the script element by which your network has itself loaded.',
  },
  {
    name: 'adsense_banner_code',
    place: 'bannerCode',
    label: 'Banner code',
    help: `The banner across the top stories of the site's front page. ${UNIT}`,
  },
  {
    name: 'adsense_left_sidebar_code',
    place: 'leftSidebarCode',
    label: 'Left sidebar code',
    help: `At the left of article pages, on wide screens. ${UNIT}`,
  },
  {
    name: 'adsense_right_sidebar_code',
    place: 'rightSidebarCode',
    label: 'Right sidebar code',
    help: `At the right of article pages, on wide screens. ${UNIT}`,
  },
]

const LABELS: Record<keyof AdSettingTexts, string> = {
  adsense_enabled: 'Enable AdSense',
  adsense_header_code: 'Header code',
  adsense_banner_code: 'Banner code',
  adsense_left_sidebar_code: 'Left sidebar code',
  adsense_right_sidebar_code: 'Right sidebar code',
}

/** The tab AdSense: whether ads are shown, and their codes (spec §2, Settings). */
export function AdSettingsForm() {
  const { data, error, refetch } = useQuery(adSettingsQuery)
  if (data) return <Form stored={data} />
  if (error) return <ErrorState text={error.message} onRetry={() => void refetch()} />
  return <p role="status">Loading settings...</p>
}

function Form({ stored }: { stored: StoredSettings<AdSettingTexts> }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: saveAdSettings,
    onSuccess(outcome, sent) {
      if (outcome.kind === 'saved') {
        form.saved(sent.typed, outcome.stored.values)
        void showToast({ title: 'AdSense Settings Updated' })
      }
      queryClient.setQueryData(adSettingsQuery.queryKey, outcome.stored)
    },
    onError: ({ message }) => void showToast({ title: 'Error', text: message, isError: true }),
  })
  const form = useStoredForm(stored.values, isPending)
  const isEnabled = form.typed.adsense_enabled === 'true'

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isPending) mutate({ base: form.base, typed: form.typed })
  }

  return (
    <form noValidate onSubmit={onSubmit} className="sheet flex flex-col gap-5 p-4 md:p-5">
      <LeaveGuard isChanged={form.isChanged} />
      <OvertakenNotice form={form} changedBy={stored.changedBy} labels={LABELS} />
      <Switch
        label={LABELS.adsense_enabled}
        help="Shows ads to readers. When off, no code leaves the server."
        checked={isEnabled}
        onChange={({ target }) => form.set('adsense_enabled', String(target.checked))}
      />
      <p className="text-14">
        <a
          href="https://support.google.com/adsense/answer/9274019"
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1 underline underline-offset-2"
        >
          How to get ad codes from Google AdSense
          <ExternalLink aria-hidden size={14} />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </p>
      {isEnabled &&
        CODES.map(({ name, ...code }) => (
          <AdCodeField
            key={name}
            {...code}
            value={form.typed[name]}
            onChange={(value) => form.set(name, value)}
          />
        ))}
      <SaveBar isChanged={form.isChanged} isBusy={isPending} label="Save AdSense Settings" />
    </form>
  )
}
