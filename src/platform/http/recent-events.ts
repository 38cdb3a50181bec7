/** A change as it is told to open pages: `text` is the event as it goes over the wire. */
type RecentEvent = { sequence: number; at: number; text: string }

/**
 * The latest events of this process, for who comes back after a break. An id is the run's name and a number, such as
 * `4f2a9c01-17`: one of another process, or of this one before it was restarted, is never taken for one of this run.
 *
 * @param options.run the name of this process's run
 * @param options.now milliseconds of a clock that never goes back
 */
export function createRecentEvents(options: { run: string; capacity: number; now: () => number }) {
  const { run, capacity, now } = options
  const kept: RecentEvent[] = []
  let sequence = 0
  /** Every change since then is kept. */
  let knownSince = now()

  const lastId = () => `${run}-${sequence}`

  return {
    /** The id of the latest event: where a page stands that has missed nothing. */
    get lastId() {
      return lastId()
    },

    get size() {
      return kept.length
    },

    /** Keeps a change of `tags` which was known at `at`. @returns its event */
    add(tags: readonly string[], at: number): string {
      sequence += 1
      const text = eventText({ id: lastId(), data: JSON.stringify(tags) })
      kept.push({ sequence, at, text })
      if (kept.length > capacity) knownSince = kept.shift()?.at ?? knownSince
      return text
    },

    /** After a gap anything may have changed: who was there before is told so. @returns the event that says it */
    forget(): string {
      sequence += 1
      kept.length = 0
      knownSince = now()
      return this.reset()
    },

    /** The event that tells one page that anything may have changed. */
    reset(): string {
      return eventText({ event: 'reset', id: lastId(), data: '' })
    },

    /** What came after the event `id`, oldest first; undefined where that is not known any more. */
    after(id: string): string[] | undefined {
      const [, name, number] = /^(.+)-(\d{1,15})$/.exec(id) ?? []
      const missed = sequence - Number(number)
      if (name !== run || missed < 0 || missed > kept.length) return undefined
      return kept.slice(kept.length - missed).map(({ text }) => text)
    },

    /** What came within the last `ms`, oldest first; undefined where that is not known any more. */
    within(ms: number): string[] | undefined {
      const from = now() - ms
      if (!(ms >= 0 && from > knownSince)) return undefined
      return kept.filter(({ at }) => at >= from).map(({ text }) => text)
    },
  }
}

/** An event of the HTML standard, 9.2.5; `data` and the rest are of one line. */
export function eventText({ event, id, data }: { event?: string; id: string; data: string }): string {
  return `${event ? `event: ${event}\n` : ''}id: ${id}\ndata: ${data}\n\n`
}
