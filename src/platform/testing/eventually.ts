import { vi } from 'vitest'

/** Longer than the pauses of a busy machine: `check` fails only if its condition is never met. */
const TIMEOUT_MS = 25_000
const INTERVAL_MS = 20

/** Repeats `check` until it throws no error. Fake timers advance by `intervalMs` before each attempt. */
export function eventually<T>(check: () => T | Promise<T>, intervalMs = INTERVAL_MS): Promise<T> {
  return vi.waitFor(check, { timeout: TIMEOUT_MS, interval: intervalMs })
}
