import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Button } from '#ui/office/Button.tsx'
import { LoadState } from '#ui/office/LoadState.tsx'
import { Select } from '#ui/office/Select.tsx'
import { Switch } from '#ui/office/Switch.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/office/UnsavedChangesGuard.tsx'
import { useStoredForm } from '#ui/office/useStoredForm.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { changeNewsletterSettings, newsletterSettingsQuery } from '../campaigns.functions.ts'
import { MAX_RATE } from '../rules/campaign.ts'
import { type NewsletterSettingsFields, newsletterSettingsSchema } from '../rules/newsletter-settings-form.ts'
import type { NewsletterSettings } from '../server/newsletter-settings.server.ts'
import { NEWSLETTER_DATA_FAILURE, NEWSLETTER_SETTINGS_FAILURE } from './messages.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const RHYTHMS = { off: 'Never', daily: "Daily: today's headlines", weekly: 'Weekly: the digest' }

export function NewsletterSettingsForm() {
  return (
    <LoadState query={useQuery(newsletterSettingsQuery)} failure={NEWSLETTER_DATA_FAILURE}>
      {(settings) => <Form settings={settings} />}
    </LoadState>
  )
}

function Form({ settings: { rate, isConfirmed, digest } }: { settings: NewsletterSettings }) {
  const { rhythm, hour, weekday } = digest
  const stored = useMemo(
    () => ({ rate, isConfirmed, rhythm, hour, weekday }),
    [rate, isConfirmed, rhythm, hour, weekday],
  )
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (fields: NewsletterSettingsFields) => changeNewsletterSettings({ data: fields }),
    async onSuccess(_, sent) {
      form.markSaved(sent, sent)
      await queryClient.invalidateQueries({ queryKey: ['admin', 'settings'] })
      void showToast({ title: 'Settings Saved Successfully' })
    },
    onError: (error) => showFailure(error, NEWSLETTER_SETTINGS_FAILURE),
  })
  const form = useStoredForm(newsletterSettingsSchema, stored, save.isPending)
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((fields) => save.mutate(fields))}
      className="flex max-w-160 flex-col gap-4"
    >
      <UnsavedChangesGuard isChanged={form.isChanged} parameter="tab" />
      <Select
        label="Automatic digest"
        help="Sent to all active subscribers, in London time. Skipped when there are no new articles."
        {...form.field('rhythm')}
      >
        {Object.entries(RHYTHMS).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </Select>
      {form.values.rhythm === 'weekly' && (
        <Select label="Day" {...form.field('weekday', { valueAsNumber: true })}>
          {WEEKDAYS.map((day, index) => (
            <option key={day} value={index + 1}>
              {day}
            </option>
          ))}
        </Select>
      )}
      {form.values.rhythm !== 'off' && (
        <Select label="Hour" {...form.field('hour', { valueAsNumber: true })}>
          {Array.from({ length: 24 }, (_, of) => String(of).padStart(2, '0')).map((text) => (
            <option key={text} value={Number(text)}>
              {text}:00
            </option>
          ))}
        </Select>
      )}
      <TextField
        label="Messages per second"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_RATE}
        help={`From 1 to ${MAX_RATE}. Check the limit of your mail server.`}
        {...form.field('rate', { valueAsNumber: true })}
      />
      <Switch
        label="Confirm subscriptions by email"
        help="Recommended. New subscribers receive an email with a confirmation link, so that nobody can sign up other people, and the form does not reveal who is subscribed."
        {...form.register('isConfirmed')}
      />
      <div>
        <Button type="submit" variant="primary" isBusy={save.isPending} busyText="Saving...">
          Save Settings
        </Button>
      </div>
    </form>
  )
}
