export class OverloadedError extends Error {}

export type QueueLimits = {
  maxRunning: number
  maxWaiting: number
  /** More requests of the client wait, even if nobody else runs any. */
  maxRunningPerClient: number
  maxWaitMs: number
}

/** A place in a queue, which ends the wait once. */
export type WaitingPlace = {
  /** Rejects with an OverloadedError after `maxWaitMs`. */
  turn: Promise<void>
  start(): void
  reject(reason?: unknown): void
}

/**
 * @param options.onLeave called before the wait ends, in whatever way
 * @param options.signal ends the wait, with its reason
 */
export function createWaitingPlace(options: {
  maxWaitMs: number
  onLeave(): void
  signal?: AbortSignal | undefined
}): WaitingPlace {
  const { maxWaitMs, onLeave, signal } = options
  const { promise: turn, resolve, reject } = Promise.withResolvers<void>()
  const leave = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    onLeave()
  }
  const place: WaitingPlace = {
    turn,
    start() {
      leave()
      resolve()
    },
    reject(reason = new OverloadedError()) {
      leave()
      reject(reason)
    },
  }
  const onAbort = () => place.reject(signal?.reason)
  const timer = setTimeout(() => place.reject(), maxWaitMs)
  signal?.addEventListener('abort', onAbort)
  return place
}

type Client = { running: number; readonly waiting: Set<WaitingPlace> }

/**
 * Clients take turns, and when too many requests wait, the client with the most loses its latest: many people behind
 * one address are served, and no client displaces another.
 */
export function createRequestQueue(limits: QueueLimits) {
  /** Clients with requests, in the order of their turns. */
  const clients = new Map<string | undefined, Client>()
  let running = 0
  let waiting = 0

  return {
    /**
     * @param name of the client; unknown clients count as one, which may use all places
     * @throws OverloadedError when a limit is exceeded
     */
    async run<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
      const client = clients.get(name) ?? { running: 0, waiting: new Set() }
      clients.set(name, client)
      if (hasPlace(name, client)) start(name, client)
      else await wait(name, client)
      try {
        return await work()
      } finally {
        running -= 1
        client.running -= 1
        startNext()
        forgetIfIdle(name, client)
      }
    },
  }

  function hasPlace(name: string | undefined, client: Client): boolean {
    const isClientFull = name !== undefined && client.running >= limits.maxRunningPerClient
    return running < limits.maxRunning && !isClientFull
  }

  /** The next turn is that of another client. */
  function start(name: string | undefined, client: Client): void {
    running += 1
    client.running += 1
    clients.delete(name)
    clients.set(name, client)
  }

  function startNext(): void {
    for (const [name, client] of clients) {
      const [first] = client.waiting
      if (!first || !hasPlace(name, client)) continue
      start(name, client)
      first.start()
      return
    }
  }

  async function wait(name: string | undefined, client: Client): Promise<void> {
    if (waiting >= limits.maxWaiting && !displaceFor(client)) {
      forgetIfIdle(name, client)
      throw new OverloadedError()
    }
    const place = createWaitingPlace({
      maxWaitMs: limits.maxWaitMs,
      onLeave() {
        client.waiting.delete(place)
        waiting -= 1
        forgetIfIdle(name, client)
      },
    })
    client.waiting.add(place)
    waiting += 1
    await place.turn
  }

  /** @returns false if the displaced client would then have fewer waiting requests than `newcomer` */
  function displaceFor(newcomer: Client): boolean {
    let most = newcomer
    for (const client of clients.values()) if (client.waiting.size > most.waiting.size) most = client
    const latest = [...most.waiting].at(-1)
    if (!latest || most.waiting.size < newcomer.waiting.size + 2) return false
    latest.reject()
    return true
  }

  function forgetIfIdle(name: string | undefined, client: Client): void {
    if (client.running === 0 && client.waiting.size === 0) clients.delete(name)
  }
}
