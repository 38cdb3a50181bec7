import * as z from 'zod'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { formatDayAndTime } from '#kernel/dates.ts'
import { HOUR_MS } from '#kernel/durations.ts'
import { parseLondonInput, toLondonInput } from '#kernel/london-calendar.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { NOT_IN_FUTURE } from '../rules/messages.ts'

type Props = {
  isBusy: boolean
  error: string | undefined
  /** Calls `onSent` before the dialog closes. */
  onSchedule: (at: Date, onSent: () => void) => void
  onClose: () => void
}

const scheduleForm = z.object({
  local: z
    .string()
    .refine(parseLondonInput, {
      error: 'Enter a valid date and time. Clocks skip an hour when summer time starts.',
      abort: true,
    })
    .refine((local) => (parseLondonInput(local)?.getTime() ?? 0) > Date.now(), NOT_IN_FUTURE),
})

export function ScheduleCampaignDialog({ onSchedule, ...dialog }: Props) {
  const { unsent, ...form } = useUnsentForm(scheduleForm, {
    name: 'campaign-schedule',
    defaultValues: { local: toLondonInput(new Date(nextHour()).toISOString()) },
  })
  const at = parseLondonInput(form.watch('local'))
  return (
    <FormDialog
      {...dialog}
      title="Send later"
      submitLabel="Schedule Campaign"
      unsent={unsent}
      isChanged={form.formState.isDirty}
      onSubmit={form.handleSubmit(() => at && onSchedule(at, unsent.end))}
    >
      <TextField
        label="Time (London)"
        type="datetime-local"
        required
        data-autofocus
        help={at ? `${formatDayAndTime(at.toISOString())}, London time` : undefined}
        {...form.field('local')}
      />
      <p className="text-14 text-muted">
        It is sent to the subscribers who are active at that time. Templates with headlines list the articles
        of that time.
      </p>
    </FormDialog>
  )
}

const nextHour = () => (Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS
