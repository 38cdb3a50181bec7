export interface Semaphore {
  /**
   * Runs `work` as soon as one of the places is free, in the order of asking. Rejects with the signal's reason when
   * it is aborted before that; `work` is then never called.
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Whether nobody runs or waits. */
  readonly idle: boolean
}

/**
 * Runs at most `places` tasks at once. Not p-queue: when a signal aborts, it starts the next task while the aborted one still runs, so
 * clients that disconnect would exceed the limit.
 */
export function createSemaphore(places: number): Semaphore {
  let taken = 0
  const waiting = new Set<() => void>()

  async function enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (taken < places) {
      taken += 1
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
      taken -= 1
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
      return taken === 0
    },
  }
}
