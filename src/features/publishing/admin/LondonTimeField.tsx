import type { UseFormRegisterReturn } from 'react-hook-form'
import { formatClock, formatLongDay } from '#kernel/dates.ts'
import { parseLondonInput, repeatedHourOf } from '#kernel/london-calendar.ts'
import { TextField } from '#ui/admin/forms/TextField.tsx'

type Props = UseFormRegisterReturn & {
  label: string
  /** In the format of `parseLondonInput`. */
  current: string
  help?: string
  error: string | undefined
}

/** Asks for a London date and time (newsroom §2, Publish). */
export function LondonTimeField({ current, help, ...field }: Props) {
  const instant = parseLondonInput(current)
  return (
    <TextField
      type="datetime-local"
      data-autofocus
      required
      help={instant ? `${formatLondonTime(instant.toISOString())}${help ? `. ${help}` : ''}` : 'London time'}
      {...field}
    />
  )
}

const REPEATED_HOURS = { first: ', before the clocks go back', second: ', after the clocks go back' }

/** "Monday 23 November 2026 at 06:00 (London time)" */
export function formatLondonTime(iso: string): string {
  const repeated = repeatedHourOf(iso)
  return `${formatLongDay(iso)} at ${formatClock(iso)} (London time${repeated ? REPEATED_HOURS[repeated] : ''})`
}
