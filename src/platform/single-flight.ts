interface Flight<T> {
  result: Promise<T>
  abort: AbortController
  passengers: number
}

interface SingleFlight<T> {
  /** Runs `work` once for concurrent calls with the same `key`. It is aborted when all callers have aborted. */
  run(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>()

  function start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abort = new AbortController()
    const flight: Flight<T> = {
      abort,
      passengers: 0,
      result: work(abort.signal).finally(() => end(key, flight)),
    }
    flights.set(key, flight)
    return flight
  }

  function end(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key)
  }

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted()
      const flight = flights.get(key) ?? start(key, work)
      flight.passengers += 1
      const { promise: left, reject } = Promise.withResolvers<never>()
      const leave = () => reject(signal?.reason)
      signal?.addEventListener('abort', leave)
      try {
        return await Promise.race([flight.result, left])
      } finally {
        signal?.removeEventListener('abort', leave)
        flight.passengers -= 1
        if (flight.passengers === 0) {
          end(key, flight)
          flight.abort.abort()
        }
      }
    },
  }
}
