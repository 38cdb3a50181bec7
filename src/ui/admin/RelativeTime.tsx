import { useEffect, useState } from 'react'
import { formatDayAndTime } from '#kernel/time/dates.ts'
import { relativeTime } from '#kernel/time/relative-time.ts'

/** `past` replaces past times. */
export function RelativeTime({ at, none, past }: { at: Date | null; none: string; past?: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  if (!at) return none
  return (
    <time
      dateTime={at.toISOString()}
      title={formatDayAndTime(at.toISOString())}
      className="whitespace-nowrap"
    >
      {past && at <= now ? past : relativeTime(at, now)}
    </time>
  )
}
