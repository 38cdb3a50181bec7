import { type SubmitEvent, useState } from 'react'
import { formatClock, formatLongDay } from '#kernel/dates.ts'
import { parseLondonInput, toLondonInput } from '#kernel/london-calendar.ts'
import { Button } from '#ui/office/Button.tsx'
import { Dialog } from '#ui/office/Dialog.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import type { CalendarEntry } from '../server/list-calendar.server.ts'

type Props = { entry: CalendarEntry; isBusy: boolean; onMove: (at: Date) => void; onClose: () => void }

/** Moves an entry of the calendar to another date and time. */
export function MoveDialog({ entry: { title, kind, at }, isBusy, onMove, onClose }: Props) {
  const [local, setLocal] = useState(() => toLondonInput(at))
  const [error, setError] = useState<string>()
  const instant = parseLondonInput(local)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!instant) setError('Enter a date and time that exist. The clocks may go forward at this hour.')
    else if (kind === 'scheduled' && instant <= new Date()) setError('Choose a time in the future')
    else onMove(instant)
  }

  return (
    <Dialog title={`Move “${title}”`} isOpen onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          type="datetime-local"
          data-autofocus
          label={kind === 'scheduled' ? 'Publish at' : 'Due'}
          required
          value={local}
          error={error}
          help={
            instant
              ? `${formatLongDay(instant.toISOString())} at ${formatClock(instant.toISOString())} (London time)`
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
            Move
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
