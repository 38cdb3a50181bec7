import { LRUCache } from 'lru-cache'
import type { ReaderTag } from '#kernel/cache-tags.ts'
import { type CachedPage, cachedPageBytes } from './cached-page.server.ts'

/** Not cached without tags. `expiresAt` is in epoch milliseconds. */
export type Rendered = { page: CachedPage; tags: ReadonlySet<ReaderTag>; expiresAt: number }

/** Changes during a render, which may have read older data. */
type Changes = { tags: Set<ReaderTag>; everything: boolean }

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Caches pages in memory by URL until data behind one of their tags changes.
 *
 * @param options.maxBytes the least recently used pages are dropped first
 */
export function createPageCache(options: { maxBytes: number; now?: () => number }) {
  const now = options.now ?? Date.now
  const entries = new LRUCache<string, Rendered>({
    maxSize: options.maxBytes,
    sizeCalculation: (entry, key) => cachedPageBytes(entry.page) + key.length,
    dispose: (entry, key) => forgetTags(entry, key),
  })
  const keysByTag = new Map<ReaderTag, Set<string>>()
  /** Renders that further requests may join. */
  const flights = new Map<string, Promise<Rendered>>()
  /** Includes renders that can no longer be joined. */
  const changesUnderWay = new Set<Changes>()

  function forgetTags(entry: Rendered, key: string): void {
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  function store(key: string, rendered: Rendered): void {
    entries.set(key, rendered)
    // Larger than the cache.
    if (!entries.has(key)) return
    // The cache does not measure the same object again.
    rendered.page.onGrow = () => {
      if (entries.peek(key)?.page === rendered.page) store(key, { ...rendered })
    }
    for (const tag of rendered.tags) {
      const keys = keysByTag.get(tag)
      if (keys) keys.add(key)
      else keysByTag.set(tag, new Set([key]))
    }
  }

  async function fly(key: string, render: () => Promise<Rendered>): Promise<Rendered> {
    const changes: Changes = { tags: new Set(), everything: false }
    changesUnderWay.add(changes)
    try {
      const rendered = await render()
      if (rendered.tags.size > 0 && !touches(changes, rendered.tags)) store(key, rendered)
      return rendered
    } finally {
      changesUnderWay.delete(changes)
    }
  }

  return {
    get(key: string): CachedPage | undefined {
      const entry = entries.get(key)
      return entry && entry.expiresAt > now() ? entry.page : undefined
    },

    /** Includes an expired page. */
    getStale(key: string): CachedPage | undefined {
      return entries.get(key)?.page
    },

    /** Renders `key` once for concurrent requests, and caches the result unless its data changed in the meantime. */
    async render(key: string, render: () => Promise<Rendered>): Promise<CachedPage> {
      const joined = flights.get(key)
      if (joined) return (await joined).page
      const flight = fly(key, render)
      flights.set(key, flight)
      try {
        return (await flight).page
      } finally {
        if (flights.get(key) === flight) flights.delete(key)
      }
    },

    invalidate(tags: readonly ReaderTag[]): void {
      for (const tag of tags) {
        for (const key of keysByTag.get(tag) ?? []) entries.delete(key)
      }
      for (const changes of changesUnderWay) for (const tag of tags) changes.tags.add(tag)
      // Later requests must not join renders of older data.
      flights.clear()
    },

    /** For use after missed notifications. */
    clear(): void {
      entries.clear()
      for (const changes of changesUnderWay) changes.everything = true
      flights.clear()
    },

    get size() {
      return { pages: entries.size, bytes: entries.calculatedSize, tags: keysByTag.size }
    },
  }
}

function touches(changes: Changes, tags: ReadonlySet<ReaderTag>): boolean {
  return changes.everything || !changes.tags.isDisjointFrom(tags)
}
