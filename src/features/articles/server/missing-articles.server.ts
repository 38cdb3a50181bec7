import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { ReaderTag } from '#kernel/cache-tags.ts'
import { isUuid } from '#kernel/uuid.ts'

/** About 2 MB. */
const MAX_IDS = 10_000
const TTL_MS = 10_000
/** After this time, the render of the page handles a database that does not respond. */
const LOOKUP_TIMEOUT_MS = 500

export type MissingArticles = ReturnType<typeof createMissingArticles>

/** Remembers ids without an article for ten seconds, so that unknown addresses are not rendered. */
export function createMissingArticles(exists: (id: string) => Promise<boolean>, now?: () => number) {
  const missing = new LRUCache<string, true>({
    max: MAX_IDS,
    ttl: TTL_MS,
    ...(now && { perf: { now }, ttlResolution: 0 }),
  })
  let changes = 0

  return {
    /** Returns false if the database does not respond. */
    async has(id: string): Promise<boolean> {
      if (!isUuid(id) || missing.has(id)) return true
      const changesBefore = changes
      const isFound = await Promise.race([
        exists(id).catch(() => true),
        delay(LOOKUP_TIMEOUT_MS, true, { ref: false }),
      ])
      // The article may have been published during the lookup.
      if (!isFound && changes === changesBefore) missing.set(id, true)
      return !isFound
    },

    invalidate(tags: readonly ReaderTag[]): void {
      changes += 1
      for (const tag of tags) if (tag.startsWith('article:')) missing.delete(tag.slice('article:'.length))
    },

    /** For use after missed notifications. */
    invalidateAll(): void {
      changes += 1
      missing.clear()
    },

    get size() {
      return missing.size
    },
  }
}
