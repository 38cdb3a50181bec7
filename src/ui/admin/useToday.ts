import { useSyncExternalStore } from 'react'
import { londonDay } from '#kernel/london-calendar.ts'

const CHECK_INTERVAL_MS = 30_000

/** Returns the current day in Europe/London, `YYYY-MM-DD`. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, readToday, readToday)
}

function readToday(): string {
  return londonDay(new Date().toISOString())
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}
