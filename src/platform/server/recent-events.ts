type RecentEvent = { sequence: number; at: number; text: string }

/**
 * Keeps events for clients that reconnect. IDs such as `4f2a9c01-17` contain the process's run: those of other
 * processes are unknown.
 *
 * @param options.now a monotonic clock in milliseconds
 */
export function createRecentEvents(options: { run: string; capacity: number; now: () => number }) {
  const { run, capacity, now } = options
  const events: RecentEvent[] = []
  let sequence = 0
  /** All events since this time are stored. */
  let knownSince = now()

  const lastId = () => `${run}-${sequence}`

  return {
    get lastId() {
      return lastId()
    },

    get size() {
      return events.length
    },

    add(tags: readonly string[], at: number): string {
      sequence += 1
      const text = eventText({ id: lastId(), data: JSON.stringify(tags) })
      events.push({ sequence, at, text })
      if (events.length > capacity) knownSince = events.shift()?.at ?? knownSince
      return text
    },

    /** @returns the reset event */
    forget(): string {
      sequence += 1
      events.length = 0
      knownSince = now()
      return this.reset()
    },

    reset(): string {
      return eventText({ event: 'reset', id: lastId(), data: '' })
    },

    /** Oldest first; undefined if unknown. */
    after(id: string): string[] | undefined {
      const [, name, number] = /^(.+)-(\d{1,15})$/.exec(id) ?? []
      const missed = sequence - Number(number)
      if (name !== run || missed < 0 || missed > events.length) return undefined
      return events.slice(events.length - missed).map(({ text }) => text)
    },

    /** Oldest first; undefined if unknown. */
    within(ms: number): string[] | undefined {
      const from = now() - ms
      if (!(ms >= 0 && from > knownSince)) return undefined
      return events.filter(({ at }) => at >= from).map(({ text }) => text)
    },
  }
}

/** Values have a single line (HTML standard, 9.2.5). */
export function eventText({ event, id, data }: { event?: string; id: string; data: string }): string {
  return `${event ? `event: ${event}\n` : ''}id: ${id}\ndata: ${data}\n\n`
}
