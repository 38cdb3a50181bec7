import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import type { StoredSettings } from '#features/site/server/save-settings.server.ts'
import { zoneLabel } from '#kernel/time/zoned-time.ts'
import { Button } from '#ui/admin/Button.tsx'
import { DraftOffers } from '#ui/admin/forms/DraftOffers.tsx'
import { ConflictNotice } from '#ui/admin/forms/FormNotices.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { RECOVERY, useFormDrafts } from '#ui/admin/forms/useFormDrafts.ts'
import { useStoredForm } from '#ui/admin/forms/useStoredForm.ts'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { changeNewsletterSettings, newsletterSettingsQuery } from '../campaigns.functions.ts'
import { MAX_RATE } from '../rules/campaign.ts'
import { NEWSLETTER_DATA_FAILURE, NEWSLETTER_SETTINGS_FAILURE } from '../rules/messages.ts'
import { type NewsletterSettingsFields, newsletterSettingsSchema } from '../rules/newsletter-settings.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const RHYTHMS = { off: 'Never', daily: "Daily: today's headlines", weekly: 'Weekly: digest' }

const LABELS: Record<keyof NewsletterSettingsFields, string> = {
  rhythm: 'Automatic newsletter',
  weekday: 'Day',
  hour: 'Hour',
  rate: 'Emails per second',
  isConfirmed: 'Confirm subscriptions by email',
}

export function NewsletterSettingsForm() {
  return (
    <LoadState query={useQuery(newsletterSettingsQuery)} failure={NEWSLETTER_DATA_FAILURE}>
      {(stored) => <Form stored={stored} />}
    </LoadState>
  )
}

function Form({ stored }: { stored: StoredSettings<NewsletterSettingsFields> }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (data: { base: NewsletterSettingsFields; typed: NewsletterSettingsFields }) =>
      changeNewsletterSettings({ data }),
    onSuccess(outcome, sent) {
      if (outcome.kind === 'saved') {
        form.markSaved(sent.typed, outcome.stored.values)
        void showToast({ title: 'Settings Saved Successfully' })
      }
      queryClient.setQueryData(newsletterSettingsQuery.queryKey, outcome.stored)
    },
    onError: (error) => showFailure(error, NEWSLETTER_SETTINGS_FAILURE),
  })
  const form = useStoredForm(newsletterSettingsSchema, stored.values, isPending)
  const owner = useAdmittedAccount()?.id
  const { drafts, restore } = useFormDrafts(form, `newsletter:${owner}:settings`)
  const submit = form.handleSubmit((typed) => {
    if (!isPending) mutate({ base: form.base, typed })
  })
  return (
    <form noValidate onSubmit={submit} className="flex max-w-160 flex-col gap-4">
      <UnsavedChangesGuard isChanged={form.isChanged} parameter="tab" recovery={RECOVERY} />
      <DraftOffers drafts={drafts} onRestore={restore} />
      <ConflictNotice form={form} changedBy={stored.changedBy} labels={LABELS} formatValue={formatValue} />
      <Select
        label={LABELS.rhythm}
        help={`Sent to all active subscribers. The hour is ${zoneLabel()}. Skipped when there are no new articles.`}
        {...form.field('rhythm')}
      >
        {Object.entries(RHYTHMS).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </Select>
      {form.values.rhythm === 'weekly' && (
        <Select label={LABELS.weekday} {...form.field('weekday', { valueAsNumber: true })}>
          {WEEKDAYS.map((day, index) => (
            <option key={day} value={index + 1}>
              {day}
            </option>
          ))}
        </Select>
      )}
      {form.values.rhythm !== 'off' && (
        <Select label={LABELS.hour} {...form.field('hour', { valueAsNumber: true })}>
          {Array.from({ length: 24 }, (_, hour) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the hour
            <option key={hour} value={hour}>
              {formatHour(hour)}
            </option>
          ))}
        </Select>
      )}
      <TextField
        label={LABELS.rate}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_RATE}
        help={`From 1 to ${MAX_RATE}. Check the limit of your mail server.`}
        {...form.field('rate', { valueAsNumber: true })}
      />
      <Switch
        label={LABELS.isConfirmed}
        help="Recommended. New subscribers receive an email with a confirmation link, so that nobody can sign up other people, and the form does not reveal who is subscribed."
        {...form.register('isConfirmed')}
      />
      <div>
        <Button type="submit" variant="primary" isBusy={isPending} busyText="Saving...">
          Save Settings
        </Button>
      </div>
    </form>
  )
}

function formatValue(
  name: keyof NewsletterSettingsFields,
  values: NewsletterSettingsFields,
): string | undefined {
  if (name === 'rhythm') return `“${RHYTHMS[values.rhythm]}”`
  if (name === 'weekday') return WEEKDAYS[values.weekday - 1]
  return name === 'hour' ? formatHour(values.hour) : undefined
}

function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
