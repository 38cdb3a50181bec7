import { LRUCache } from 'lru-cache'

type Known<Value> = { value: Value; at: number; isExpired: boolean }

export type LastKnownValues<Value extends NonNullable<unknown> | null> = {
  /**
   * Concurrent calls share a lookup. Rejects if it fails and no current value is known.
   *
   * @param isCurrent whether a known value may be the right one
   */
  find(key: string, isCurrent?: (value: Value) => boolean): Promise<Value>
  /** Looks the value up again, or all values. Without the database, the last known ones remain. */
  expire(key?: string): void
  /** Forgets the value, or all values, which must not be used again. */
  forget(key?: string): void
}

/** Remembers values of the database for `maxAgeMs`, and longer while lookups fail. */
export function createLastKnownValues<Value extends NonNullable<unknown> | null>(options: {
  lookUp(key: string): Promise<Value>
  maxValues: number
  maxAgeMs: number
  /** Ms since 1970. */
  now?: () => number
}): LastKnownValues<Value> {
  const { lookUp, maxValues, maxAgeMs, now = Date.now } = options
  const known = new LRUCache<string, Known<Value>>({ max: maxValues })
  const running = new Map<string, Promise<Value>>()
  /** A lookup that a change overtakes may return older data. */
  let changes = 0

  function startLookup(key: string): Promise<Value> {
    const changesBefore = changes
    const lookup = lookUp(key)
      .then((value) => {
        if (changes === changesBefore) known.set(key, { value, at: now(), isExpired: false })
        return value
      })
      .finally(() => {
        if (running.get(key) === lookup) running.delete(key)
      })
    running.set(key, lookup)
    return lookup
  }

  function noteChange(): void {
    changes += 1
    running.clear()
  }

  return {
    async find(key, isCurrent = () => true) {
      const recent = known.get(key)
      if (recent && !recent.isExpired && now() - recent.at < maxAgeMs && isCurrent(recent.value))
        return recent.value
      try {
        return await (running.get(key) ?? startLookup(key))
      } catch (error) {
        // The value may have been removed during the lookup.
        const last = known.get(key)
        if (last && isCurrent(last.value)) return last.value
        throw error
      }
    },
    expire(key) {
      noteChange()
      const expired = key === undefined ? known.values() : [known.peek(key)]
      for (const entry of expired) if (entry) entry.isExpired = true
    },
    forget(key) {
      noteChange()
      if (key === undefined) known.clear()
      else known.delete(key)
    },
  }
}
