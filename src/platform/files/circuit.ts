/** Failures in a row until requests fail at once. */
const MAX_FAILURES = 3
/** Between attempts while the circuit is open. */
const PROBE_INTERVAL_MS = 1_000

/** Keeps requests from waiting for a service that does not respond. */
export type Circuit = {
  /** False while requests fail at once; one a second is allowed to find out whether the service responds again. */
  allows(): boolean
  record(outcome: 'responded' | 'failed'): void
}

/** @param now in ms */
export function createCircuit(now: () => number = performance.now.bind(performance)): Circuit {
  let failures = 0
  let probeAt = 0
  return {
    allows() {
      if (failures < MAX_FAILURES) return true
      if (now() < probeAt) return false
      probeAt = now() + PROBE_INTERVAL_MS
      return true
    },
    record(outcome) {
      failures = outcome === 'failed' ? failures + 1 : 0
      if (failures >= MAX_FAILURES) probeAt = now() + PROBE_INTERVAL_MS
    },
  }
}
