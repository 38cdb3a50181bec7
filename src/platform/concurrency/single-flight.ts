interface Call<T> {
  result: Promise<T>
  abort: AbortController
  callers: number
}

interface SingleFlight<T> {
  /** Concurrent calls with the same key share `work`, which is aborted once all have aborted. */
  run(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** Unlike memoising libraries, aborts work that no caller waits for. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const calls = new Map<string, Call<T>>()

  function start(key: string, work: (signal: AbortSignal) => Promise<T>): Call<T> {
    const abort = new AbortController()
    const call: Call<T> = {
      abort,
      callers: 0,
      result: work(abort.signal).finally(() => end(key, call)),
    }
    calls.set(key, call)
    return call
  }

  function end(key: string, call: Call<T>): void {
    if (calls.get(key) === call) calls.delete(key)
  }

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted()
      const call = calls.get(key) ?? start(key, work)
      call.callers += 1
      const { promise: aborted, reject } = Promise.withResolvers<never>()
      const onAbort = () => reject(signal?.reason)
      signal?.addEventListener('abort', onAbort)
      try {
        return await Promise.race([call.result, aborted])
      } finally {
        signal?.removeEventListener('abort', onAbort)
        call.callers -= 1
        if (call.callers === 0) {
          end(key, call)
          call.abort.abort()
        }
      }
    },
  }
}
