/** `text` is the event as sent. */
type RecentEvent = { sequence: number; at: number; text: string }

/**
 * The latest events of this process, for clients that reconnect. An ID such as `4f2a9c01-17` contains the process's
 * run, so IDs of other processes are never accepted.
 *
 * @param options.now a monotonic clock in milliseconds
 */
export function createRecentEvents(options: { run: string; capacity: number; now: () => number }) {
  const { run, capacity, now } = options
  const kept: RecentEvent[] = []
  let sequence = 0
  /** All events since this time are stored. */
  let knownSince = now()

  const lastId = () => `${run}-${sequence}`

  return {
    get lastId() {
      return lastId()
    },

    get size() {
      return kept.length
    },

    /** Stores a change of `tags` at time `at`. @returns its event */
    add(tags: readonly string[], at: number): string {
      sequence += 1
      const text = eventText({ id: lastId(), data: JSON.stringify(tags) })
      kept.push({ sequence, at, text })
      if (kept.length > capacity) knownSince = kept.shift()?.at ?? knownSince
      return text
    },

    /** Drops all events after a gap. @returns the reset event for all clients */
    forget(): string {
      sequence += 1
      kept.length = 0
      knownSince = now()
      return this.reset()
    },

    /** The reset event for one client. */
    reset(): string {
      return eventText({ event: 'reset', id: lastId(), data: '' })
    },

    /** The events after `id`, oldest first; undefined if unknown. */
    after(id: string): string[] | undefined {
      const [, name, number] = /^(.+)-(\d{1,15})$/.exec(id) ?? []
      const missed = sequence - Number(number)
      if (name !== run || missed < 0 || missed > kept.length) return undefined
      return kept.slice(kept.length - missed).map(({ text }) => text)
    },

    /** The events of the last `ms`, oldest first; undefined if unknown. */
    within(ms: number): string[] | undefined {
      const from = now() - ms
      if (!(ms >= 0 && from > knownSince)) return undefined
      return kept.filter(({ at }) => at >= from).map(({ text }) => text)
    },
  }
}

/** Formats an event (HTML standard, 9.2.5). All values must be single lines. */
export function eventText({ event, id, data }: { event?: string; id: string; data: string }): string {
  return `${event ? `event: ${event}\n` : ''}id: ${id}\ndata: ${data}\n\n`
}
