import { LRUCache } from 'lru-cache'
import type { ReaderTag } from '#kernel/cache-tags.ts'
import { type CachedPage, cachedPageBytes } from './cached-page.server.ts'

/** A rendered page. Without tags it is not cached; `expiresAt` is in epoch milliseconds. */
export type Rendered = { page: CachedPage; tags: ReadonlySet<ReaderTag>; expiresAt: number }

/** Changes during a render, which may have read older data. */
type Changes = { tags: Set<ReaderTag>; everything: boolean }

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Caches pages in memory by URL and drops a page when data behind one of its tags changes.
 *
 * @param options.maxBytes size limit; the least recently used pages are dropped first
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
  /** One per pending render, including those that can no longer be joined. */
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
    // The page exceeds the cache's size.
    if (!entries.has(key)) return
    // A new object, since the cache does not measure the same one again.
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
    /** The cached page unless it has expired. */
    get(key: string): CachedPage | undefined {
      const entry = entries.get(key)
      return entry && entry.expiresAt > now() ? entry.page : undefined
    },

    /** The cached page even if it has expired. */
    getStale(key: string): CachedPage | undefined {
      return entries.get(key)?.page
    },

    /** Renders `key` once for concurrent requests, and caches the result unless its data changed meanwhile. */
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

    /** Drops every page with one of `tags`. */
    invalidate(tags: readonly ReaderTag[]): void {
      for (const tag of tags) {
        for (const key of keysByTag.get(tag) ?? []) entries.delete(key)
      }
      for (const changes of changesUnderWay) for (const tag of tags) changes.tags.add(tag)
      // Later requests must not join renders that read older data.
      flights.clear()
    },

    /** Drops everything, for use after missed notifications. */
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
