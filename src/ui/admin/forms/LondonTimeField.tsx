import type { UseFormRegisterReturn } from 'react-hook-form'
import { formatLondonTime, parseLondonInput } from '#kernel/london-calendar.ts'
import { TextField } from './TextField.tsx'

type Props = UseFormRegisterReturn & {
  label: string
  /** In the format of `parseLondonInput`. */
  current: string
  help?: string
  error: string | undefined
}

/** Asks for a London date and time. */
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
