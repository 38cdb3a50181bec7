import { useState } from 'react'
import { formatDayAndTime } from '#kernel/dates.ts'
import { HOUR_MS } from '#kernel/durations.ts'
import { parseLondonInput, toLondonInput } from '#kernel/london-calendar.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { NOT_IN_FUTURE } from '../rules/messages.ts'

type Props = {
  isBusy: boolean
  error: string | undefined
  onSchedule: (at: Date) => void
  onClose: () => void
}

export function ScheduleCampaignDialog({ isBusy, error, onSchedule, onClose }: Props) {
  const [local, setLocal] = useState(() => toLondonInput(new Date(nextHour()).toISOString()))
  const [problem, setProblem] = useState<string>()
  const at = parseLondonInput(local)
  function submit() {
    if (!at) setProblem('Enter a valid date and time. Clocks skip an hour when summer time starts.')
    else if (at.getTime() <= Date.now()) setProblem(NOT_IN_FUTURE)
    else onSchedule(at)
  }
  return (
    <FormDialog
      title="Send later"
      submitLabel="Schedule Campaign"
      isChanged={false}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Time (London)"
        type="datetime-local"
        required
        data-autofocus
        value={local}
        error={problem}
        help={at ? `${formatDayAndTime(at.toISOString())}, London time` : undefined}
        onChange={({ currentTarget }) => {
          setLocal(currentTarget.value)
          setProblem(undefined)
        }}
      />
      <p className="text-14 text-muted">
        It is sent to the subscribers who are active at that time. Templates with headlines list the articles
        of that time.
      </p>
    </FormDialog>
  )
}

const nextHour = () => (Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS
