const LOG_INTERVAL_MS = 10_000

/**
 * Limits log lines that clients can cause to one in ten seconds.
 *
 * @param write receives the number of events left out since the last line
 */
export function createLimitedLog<Event>(
  write: (event: Event, suppressed: number) => void,
  now: () => number = () => performance.now(),
): (event: Event) => void {
  let lastLog = Number.NEGATIVE_INFINITY
  let suppressed = 0
  return (event) => {
    if (now() - lastLog < LOG_INTERVAL_MS) {
      suppressed += 1
      return
    }
    lastLog = now()
    write(event, suppressed)
    suppressed = 0
  }
}
