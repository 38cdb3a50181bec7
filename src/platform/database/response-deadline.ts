import { setTimeout as delay } from 'node:timers/promises'

const STEPS = 10

export class NoResponseError extends Error {
  override name = 'NoResponseError'
}

/**
 * Rejects after `ms`, but extends the deadline while the event loop is blocked, because the response may have
 * arrived unread. Starts over when `countOtherResponses`, which counts responses to other requests, has increased.
 */
export async function beforeDeadline<T>(
  response: Promise<T>,
  ms: number,
  countOtherResponses = () => 0,
): Promise<T> {
  const settled = new AbortController()
  const late = async (): Promise<never> => {
    let count = countOtherResponses()
    let steps = 0
    while (steps < STEPS) {
      await delay(ms / STEPS, undefined, { ref: false, signal: settled.signal })
      const current = countOtherResponses()
      steps = current === count ? steps + 1 : 0
      count = current
    }
    throw new NoResponseError(`No response within ${ms} ms`)
  }
  try {
    return await Promise.race([response, late()])
  } finally {
    settled.abort()
  }
}
