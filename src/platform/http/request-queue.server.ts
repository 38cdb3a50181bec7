import { createSemaphore } from '#platform/semaphore.ts'

export class OverloadedError extends Error {}

export type QueueLimits = {
  maxRunning: number
  maxWaiting: number
  /** Running and waiting. */
  maxPerClient: number
  maxWaitMs: number
}

/** Runs a limited number of requests at once, in order. */
export function createRequestQueue(limits: QueueLimits) {
  const semaphore = createSemaphore(limits.maxRunning)
  const byClient = new Map<string, number>()
  let accepted = 0

  return {
    /**
     * @param client undefined if only the limits in total apply
     * @throws OverloadedError when a limit is exceeded
     */
    async run<T>(client: string | undefined, work: () => Promise<T>): Promise<T> {
      const ofClient = client === undefined ? 0 : (byClient.get(client) ?? 0)
      if (accepted >= limits.maxRunning + limits.maxWaiting || ofClient >= limits.maxPerClient)
        throw new OverloadedError()
      accepted += 1
      if (client !== undefined) byClient.set(client, ofClient + 1)
      const waiting = new AbortController()
      const timer = setTimeout(() => waiting.abort(new OverloadedError()), limits.maxWaitMs)
      try {
        return await semaphore.run(() => {
          clearTimeout(timer)
          return work()
        }, waiting.signal)
      } finally {
        clearTimeout(timer)
        accepted -= 1
        if (client !== undefined) release(client)
      }
    },
  }

  function release(client: string): void {
    const left = (byClient.get(client) ?? 1) - 1
    if (left > 0) byClient.set(client, left)
    else byClient.delete(client)
  }
}
