import type { UseFormRegisterReturn } from 'react-hook-form'
import { formatZonedTime, parseLocalInput, zoneLabel } from '#kernel/time/zoned-time.ts'
import { TextField } from './TextField.tsx'

type Props = UseFormRegisterReturn & {
  label: string
  /** In the format of `parseLocalInput`. */
  current: string
  help?: string
  error: string | undefined
}

/** Asks for a date and time in the newspaper's time zone. */
export function ZonedTimeField({ current, help, ...field }: Props) {
  const instant = parseLocalInput(current)
  return (
    <TextField
      type="datetime-local"
      data-autofocus
      required
      help={instant ? `${formatZonedTime(instant.toISOString())}${help ? `. ${help}` : ''}` : zoneLabel()}
      {...field}
    />
  )
}
