import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 40

/** Repeats `isTrue` until it resolves to true. An error means "not yet". */
export async function until(limitMs, isTrue) {
  const started = performance.now()
  let last = ''
  const hasSucceeded = () =>
    isTrue().catch((error) => {
      last = `: ${error.message}`
      return false
    })
  while (!(await hasSucceeded())) {
    if (performance.now() - started > limitMs) throw new Error(`not within ${limitMs} ms${last}`)
    await delay(POLL_MS)
  }
}
