export interface Semaphore {
  /** Runs `work` once a place is free, in order. Rejects with the signal's reason if aborted before. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  readonly idle: boolean
}

/**
 * Runs at most `places` tasks at once. Unlike p-queue, it does not start the next task while an aborted one still runs.
 */
export function createSemaphore(places: number): Semaphore {
  let running = 0
  const waiting = new Set<() => void>()

  async function enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (running < places) {
      running += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      waiting.delete(resolve)
      reject(signal?.reason)
    }
    waiting.add(resolve)
    signal?.addEventListener('abort', giveUp)
    await promise.finally(() => signal?.removeEventListener('abort', giveUp))
  }

  function leave(): void {
    const [next] = waiting
    if (!next) {
      running -= 1
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    async run(work, signal) {
      await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    get idle() {
      return running === 0
    },
  }
}
