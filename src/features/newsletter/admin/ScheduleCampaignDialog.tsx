import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { nextHour, toLondonInput } from '#kernel/london-calendar.ts'
import { futureTimeForm, londonTime } from '#kernel/london-time-form.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { LondonTimeField } from '#ui/admin/forms/LondonTimeField.tsx'

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
      defaultValues: { at: toLondonInput(nextHour(new Date()).toISOString()) },
    },
  )
  return (
    <FormDialog
      {...dialog}
      title="Send later"
      submitLabel="Schedule Campaign"
      unsent={unsent}
      isChanged={form.formState.isDirty}
      onSubmit={form.handleSubmit(({ at }) => onSchedule(londonTime.parse(at), unsent.end))}
    >
      <LondonTimeField label="Time (London)" current={form.watch('at')} {...form.field('at')} />
      <p className="text-14 text-muted">
        It is sent to the subscribers who are active at that time. Templates with headlines list the articles
        of that time.
      </p>
    </FormDialog>
  )
}
