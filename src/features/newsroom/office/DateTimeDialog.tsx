import { type ReactNode, useState } from 'react'
import { formatClock, formatLongDay } from '#kernel/dates.ts'
import { parseLondonInput, toLondonInput } from '#kernel/london-calendar.ts'
import { FormDialog } from '#ui/office/FormDialog.tsx'
import { TextField } from '#ui/office/TextField.tsx'

type Props = {
  title: string
  label: string
  submitLabel: string
  /** ISO 8601. */
  initial: string
  help?: string
  isPastAllowed?: boolean
  isBusy: boolean
  problem?: string | undefined
  onSubmit: (instant: Date) => void
  onClose: () => void
  /** More fields. */
  children?: ReactNode
}

/** Asks for a date and time in the site's time zone (newsroom §2, Publish). */
export function DateTimeDialog({ label, initial, help, isPastAllowed = false, ...props }: Props) {
  const { onSubmit, children, ...dialog } = props
  const [local, setLocal] = useState(() => toLondonInput(initial))
  const [error, setError] = useState<string>()
  const instant = parseLondonInput(local)

  function submit() {
    if (!instant) setError('Enter a valid date and time. Clocks skip an hour when summer time starts.')
    else if (!isPastAllowed && instant <= new Date()) setError('Choose a time in the future')
    else onSubmit(instant)
  }

  return (
    <FormDialog {...dialog} onSubmit={submit}>
      <TextField
        type="datetime-local"
        data-autofocus
        label={label}
        required
        value={local}
        error={error}
        help={
          instant ? `${formatLondonTime(instant.toISOString())}${help ? `. ${help}` : ''}` : 'London time'
        }
        onChange={({ target }) => {
          setLocal(target.value)
          setError(undefined)
        }}
      />
      {children}
    </FormDialog>
  )
}

/** "Monday 23 November 2026 at 06:00 (London time)" */
export function formatLondonTime(iso: string): string {
  return `${formatLongDay(iso)} at ${formatClock(iso)} (London time)`
}
