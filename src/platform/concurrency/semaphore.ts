export interface Semaphore {
  /** Runs `work` in order. Rejects with the signal's reason if aborted before the start. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  readonly idle: boolean
}

/** Unlike p-queue, does not start the next task while an aborted one still runs. */
export function createSemaphore(maxRunning: number): Semaphore {
  let running = 0
  const waiting = new Set<() => void>()

  async function acquire(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (running < maxRunning) {
      running += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const onAbort = () => {
      waiting.delete(resolve)
      reject(signal?.reason)
    }
    waiting.add(resolve)
    signal?.addEventListener('abort', onAbort)
    await promise.finally(() => signal?.removeEventListener('abort', onAbort))
  }

  function release(): void {
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
      await acquire(signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
    get idle() {
      return running === 0
    },
  }
}
