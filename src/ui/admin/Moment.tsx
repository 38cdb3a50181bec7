import { formatDayAndTime } from '#kernel/dates.ts'
import { formatMoment, momentPhrase } from '#kernel/moment.ts'
import { useToday } from './useToday.ts'

type Props = {
  /** ISO 8601 */
  at: string
  /** "at 11:33" instead of "11:33" */
  isPhrase?: boolean
}

/** A time without its day if that is today, and without its year if that is this year. */
export function Moment({ at, isPhrase = false }: Props) {
  const today = useToday()
  return (
    // The day may change while the page loads.
    <time dateTime={at} title={formatDayAndTime(at)} suppressHydrationWarning>
      {isPhrase ? momentPhrase(at, today) : formatMoment(at, today)}
    </time>
  )
}
