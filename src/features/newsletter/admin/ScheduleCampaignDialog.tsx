import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { zoneCity } from '#kernel/time/apply-place.ts'
import { nextHour, toLocalInput } from '#kernel/time/zoned-time.ts'
import { futureTimeForm, zonedTime } from '#kernel/time/zoned-time-form.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { ZonedTimeField } from '#ui/admin/forms/ZonedTimeField.tsx'

type Props = {
  isBusy: boolean
  error: string | undefined
  /** Calls `onSent` before the dialog closes. */
  onSchedule: (at: Date, onSent: () => void) => void
  onClose: () => void
}

export function ScheduleCampaignDialog({ onSchedule, ...dialog }: Props) {
  const { unsent, ...form } = useUnsentForm(
    futureTimeForm(() => new Date()),
    {
      name: 'campaign-schedule',
      defaultValues: { at: toLocalInput(nextHour(new Date()).toISOString()) },
    },
  )
  return (
    <FormDialog
      {...dialog}
      title={phrase('Send later')}
      submitLabel={phrase('Schedule Campaign')}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      onSubmit={form.handleSubmit(({ at }) => onSchedule(zonedTime.parse(at), unsent.end))}
    >
      <ZonedTimeField
        label={phrase('Time ({zoneCity})', { zoneCity: zoneCity() })}
        current={form.watch('at')}
        {...form.field('at')}
      />
      <p className="text-14 text-muted">
        {phrase(
          'It is sent to the subscribers who are active at that time. Templates with headlines list the articles of that time.',
        )}
      </p>
    </FormDialog>
  )
}
