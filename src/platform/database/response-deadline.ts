import { setTimeout as delay } from 'node:timers/promises'

const STEPS = 10

export class NoResponseError extends Error {
  override name = 'NoResponseError'
}

/**
 * Rejects after `ms`, but extends the deadline while the event loop is blocked, because the response may have
 * arrived unread.
 */
export async function beforeDeadline<T>(response: Promise<T>, ms: number): Promise<T> {
  const settled = new AbortController()
  const late = async (): Promise<never> => {
    for (let step = 0; step < STEPS; step++)
      await delay(ms / STEPS, undefined, { ref: false, signal: settled.signal })
    throw new NoResponseError(`No response within ${ms} ms`)
  }
  try {
    return await Promise.race([response, late()])
  } finally {
    settled.abort()
  }
}
