import { useSyncExternalStore } from 'react'
import { formatDayAndTime } from '#kernel/time/dates.ts'
import { localDay } from '#kernel/time/zoned-time.ts'
import { formatMoment, momentPhrase } from './moment.ts'

const CHECK_INTERVAL_MS = 30_000

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

/** Returns the current day, `YYYY-MM-DD`. */
function useToday(): string {
  return useSyncExternalStore(subscribe, readToday, readToday)
}

function readToday(): string {
  return localDay(new Date().toISOString())
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Long lists show many moments, which share a timer. */
function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  timer ??= setInterval(() => {
    for (const listener of listeners) listener()
  }, CHECK_INTERVAL_MS)
  return () => {
    listeners.delete(onChange)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
