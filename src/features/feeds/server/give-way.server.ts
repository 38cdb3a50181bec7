import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** Share of the event loop's time above which readers wait. */
const MAX_UTILISATION = 0.75
/** A run of 1,000 feeds, eight at a time, takes two minutes longer on a busy site. */
const PAUSE_MS = 1_000

/**
 * Pauses a run while the process is busy, so that readers come first.
 *
 * @param before the use of the event loop when the last feed was started
 */
export async function giveWay(
  before: EventLoopUtilization,
  signal: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<void> {
  if (performance.eventLoopUtilization(before).utilization <= MAX_UTILISATION) return
  // The run ends by itself when it is aborted.
  await delay(pauseMs, undefined, { signal }).catch(() => {})
}
