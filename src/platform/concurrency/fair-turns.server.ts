import { LRUCache } from 'lru-cache'
import { createWaitingPlace, type WaitingPlace } from './request-queue.server.ts'

export type TurnLimits = { maxRunning: number; maxWaiting: number; maxWaitMs: number }

export type TurnClient = {
  /** From the widest to the narrowest. */
  networks: readonly string[]
  /** Goes first. */
  isPreferred: boolean
}

type Waiting = TurnClient & WaitingPlace

/** So that a flood of preferred clients keeps nobody else out. */
const MAX_PREFERRED_IN_A_ROW = 4
const MAX_REMEMBERED_NETWORKS = 2_000

/**
 * Gives the next turn to the network that has waited longest since its last one, and within it to the narrower network
 * of which that is true: however many addresses of a network send requests, others wait for one of its turns at most.
 * When too many wait, the network with the most loses its latest. Preferred clients and others have half of the places
 * each, and use those that the others leave free.
 */
export function createFairTurns({ maxRunning, maxWaiting, maxWaitMs }: TurnLimits) {
  const waiting = new Set<Waiting>()
  const lastTurns = new LRUCache<string, number>({ max: MAX_REMEMBERED_NETWORKS })
  let running = 0
  let turns = 0
  let preferredInARow = 0

  return {
    /**
     * @param signal ends the wait, with its reason
     * @throws OverloadedError when too many wait, or for too long
     */
    async run<T>(client: TurnClient, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      if (running < maxRunning) start(client)
      else await wait(client, signal)
      try {
        return await work()
      } finally {
        running -= 1
        startNext()
      }
    },
  }

  function start({ networks, isPreferred }: TurnClient): void {
    running += 1
    turns += 1
    preferredInARow = isPreferred ? preferredInARow + 1 : 0
    for (const network of networks) lastTurns.set(network, turns)
  }

  function startNext(): void {
    const next = findNext()
    if (!next) return
    start(next)
    next.start()
  }

  function findNext(): Waiting | undefined {
    const [preferred, others] = [true, false].map((wanted) =>
      [...waiting].filter(({ isPreferred }) => isPreferred === wanted),
    ) as [Waiting[], Waiting[]]
    const isTurnOfOthers = preferred.length === 0 || preferredInARow >= MAX_PREFERRED_IN_A_ROW
    const candidates = isTurnOfOthers && others.length > 0 ? others : preferred
    // The first of equals has waited longest.
    return candidates.toSorted(compareLastTurns)[0]
  }

  function compareLastTurns(one: TurnClient, other: TurnClient): number {
    for (const [level, network] of one.networks.entries()) {
      const difference = lastTurnOf(network) - lastTurnOf(other.networks[level] ?? '')
      if (difference !== 0) return difference
    }
    return 0
  }

  function lastTurnOf(network: string): number {
    return lastTurns.get(network) ?? 0
  }

  async function wait(client: TurnClient, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const place = createWaitingPlace({ maxWaitMs, signal, onLeave: () => waiting.delete(entry) })
    const entry: Waiting = { ...client, ...place }
    waiting.add(entry)
    if (waiting.size > maxWaiting) findLast().reject()
    await place.turn
  }

  /** The latest of the network that has the most waiting, among the clients that have more than their half. */
  function findLast(): Waiting {
    const preferred = [...waiting].filter(({ isPreferred }) => isPreferred)
    const candidates =
      preferred.length > maxWaiting / 2 ? preferred : [...waiting].filter(({ isPreferred }) => !isPreferred)
    const counts = new Map<string, number>()
    for (const { networks } of candidates)
      for (const network of networks) counts.set(network, (counts.get(network) ?? 0) + 1)
    const countOf = (network = '') => counts.get(network) ?? 0
    const [last] = candidates.toReversed().toSorted((one, other) => {
      for (const [level, network] of one.networks.entries()) {
        const difference = countOf(other.networks[level]) - countOf(network)
        if (difference !== 0) return difference
      }
      return 0
    })
    return last as Waiting
  }
}
