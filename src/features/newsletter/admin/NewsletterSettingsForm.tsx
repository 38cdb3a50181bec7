import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import type { StoredSettings } from '#features/site/server/save-settings.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { zoneLabel } from '#kernel/time/zoned-time.ts'
import { Button } from '#ui/admin/Button.tsx'
import { DraftOffers } from '#ui/admin/forms/DraftOffers.tsx'
import { ConflictNotice } from '#ui/admin/forms/FormNotices.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery, useFormDrafts } from '#ui/admin/forms/useFormDrafts.ts'
import { useStoredForm } from '#ui/admin/forms/useStoredForm.ts'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { changeNewsletterSettings, newsletterSettingsQuery } from '../campaigns.functions.ts'
import { MAX_RATE } from '../rules/campaign.ts'
import { newsletterDataFailure, newsletterSettingsFailure } from '../rules/messages.ts'
import { type NewsletterSettingsFields, newsletterSettingsSchema } from '../rules/newsletter-settings.ts'

const weekdays = () => [
  phrase('Monday'),
  phrase('Tuesday'),
  phrase('Wednesday'),
  phrase('Thursday'),
  phrase('Friday'),
  phrase('Saturday'),
  phrase('Sunday'),
]
const rhythms = () => ({
  off: phrase('Never'),
  daily: phrase("Daily: today's headlines"),
  weekly: phrase('Weekly: digest'),
})

const labels = (): Record<keyof NewsletterSettingsFields, string> => ({
  rhythm: phrase('Automatic newsletter'),
  weekday: phrase('Day'),
  hour: phrase('Hour'),
  rate: phrase('Emails per second'),
  isConfirmed: phrase('Confirm subscriptions by email'),
})

export function NewsletterSettingsForm() {
  return (
    <LoadState query={useQuery(newsletterSettingsQuery)} failure={newsletterDataFailure()}>
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
        void showToast({ title: phrase('Settings Saved Successfully') })
      }
      queryClient.setQueryData(newsletterSettingsQuery.queryKey, outcome.stored)
    },
    onError: (error) => showFailure(error, newsletterSettingsFailure()),
  })
  const form = useStoredForm(newsletterSettingsSchema, stored.values, isPending)
  const owner = useAdmittedAccount()?.id
  const { drafts, restore } = useFormDrafts(form, `newsletter:${owner}:settings`)
  const submit = form.handleSubmit((typed) => {
    if (!isPending) mutate({ base: form.base, typed })
  })
  return (
    <form noValidate onSubmit={submit} className="flex max-w-160 flex-col gap-4">
      <UnsavedChangesGuard isChanged={form.isChanged} parameter="tab" recovery={recovery()} />
      <DraftOffers drafts={drafts} onRestore={restore} />
      <ConflictNotice form={form} changedBy={stored.changedBy} labels={labels()} formatValue={formatValue} />
      <Select
        label={labels().rhythm}
        help={phrase(
          'Sent to all active subscribers. The hour is {zone}. Skipped when there are no new articles.',
          { zone: zoneLabel() },
        )}
        {...form.field('rhythm')}
      >
        {Object.entries(rhythms()).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </Select>
      {form.values.rhythm === 'weekly' && (
        <Select label={labels().weekday} {...form.field('weekday', { valueAsNumber: true })}>
          {weekdays().map((day, index) => (
            <option key={day} value={index + 1}>
              {day}
            </option>
          ))}
        </Select>
      )}
      {form.values.rhythm !== 'off' && (
        <Select label={labels().hour} {...form.field('hour', { valueAsNumber: true })}>
          {Array.from({ length: 24 }, (_, hour) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the hour
            <option key={hour} value={hour}>
              {formatHour(hour)}
            </option>
          ))}
        </Select>
      )}
      <TextField
        label={labels().rate}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_RATE}
        help={phrase('From 1 to {max}. Check the limit of your mail server.', { max: MAX_RATE })}
        {...form.field('rate', { valueAsNumber: true })}
      />
      <Switch
        label={labels().isConfirmed}
        help={phrase(
          'Recommended. New subscribers receive an email with a confirmation link, so that nobody can sign up other people, and the form does not reveal who is subscribed.',
        )}
        {...form.register('isConfirmed')}
      />
      <div>
        <Button type="submit" variant="primary" isBusy={isPending} busyText={phrase('Saving...')}>
          {phrase('Save Settings')}
        </Button>
      </div>
    </form>
  )
}

function formatValue(
  name: keyof NewsletterSettingsFields,
  values: NewsletterSettingsFields,
): string | undefined {
  if (name === 'rhythm') return `“${rhythms()[values.rhythm]}”`
  if (name === 'weekday') return weekdays()[values.weekday - 1]
  return name === 'hour' ? formatHour(values.hour) : undefined
}

function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
