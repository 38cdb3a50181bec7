import { type SubmitEvent, useState } from 'react'
import { formatClock, formatLongDay } from '#kernel/dates.ts'
import { parseLondonInput, toLondonInput } from '#kernel/london-calendar.ts'
import { Button } from '#ui/office/Button.tsx'
import { Dialog } from '#ui/office/Dialog.tsx'
import { TextField } from '#ui/office/TextField.tsx'

const HOUR_MS = 3_600_000

type Props = {
  /** ISO 8601; the time of the current schedule. */
  plannedAt: string | undefined
  isBusy: boolean
  onSchedule: (plannedAt: Date) => void
  onClose: () => void
}

/** Asks for the time of publication, in the site's time zone (newsroom §2, Publish). */
export function ScheduleDialog({ plannedAt, isBusy, onSchedule, onClose }: Props) {
  const [local, setLocal] = useState(() => toLondonInput(plannedAt ?? nextHour()))
  const [error, setError] = useState<string>()
  const instant = parseLondonInput(local)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!instant) setError('Enter a date and time that exist. The clocks may go forward at this hour.')
    else if (instant <= new Date()) setError('Choose a time in the future')
    else onSchedule(instant)
  }

  return (
    <Dialog title="Schedule publication" isOpen onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          type="datetime-local"
          data-autofocus
          label="Publish at"
          required
          value={local}
          error={error}
          help={
            instant
              ? `${formatScheduleTime(instant.toISOString())}. The text as it is now is published; later changes are not part of it.`
              : 'London time'
          }
          onChange={({ target }) => {
            setLocal(target.value)
            setError(undefined)
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={isBusy} busyText="Saving...">
            Schedule
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** "Monday 23 November 2026 at 06:00 (London time)" */
export function formatScheduleTime(iso: string): string {
  return `${formatLongDay(iso)} at ${formatClock(iso)} (London time)`
}

function nextHour(): string {
  return new Date((Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS).toISOString()
}
