import { LRUCache } from 'lru-cache'
import type { ReaderTag } from '#kernel/cache-tags.ts'
import { type CachedPage, cachedPageBytes } from './cached-page.server.ts'

/** A finished render: the page, the tags of what it read (without any it is not stored), its end in epoch ms. */
export type Rendered = { page: CachedPage; tags: ReadonlySet<ReaderTag>; expiresAt: number }

/** What was announced while a render was under way: its reads may be older than these changes. */
type Changes = { tags: Set<ReaderTag>; everything: boolean }

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Finished pages in memory, by URL, each dropped when something that it depends on changes.
 *
 * @param options.maxBytes what the stored bodies may take together; the least recently used go first
 */
export function createPageCache(options: { maxBytes: number; now?: () => number }) {
  const now = options.now ?? Date.now
  const entries = new LRUCache<string, Rendered>({
    maxSize: options.maxBytes,
    sizeCalculation: (entry, key) => cachedPageBytes(entry.page) + key.length,
    dispose: (entry, key) => forgetTags(entry, key),
  })
  const keysByTag = new Map<ReaderTag, Set<string>>()
  /** The renders that may be joined. */
  const flights = new Map<string, Promise<Rendered>>()
  /** One for each render under way, whether it may still be joined or not. */
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
    // A page that is larger than all the room was not kept.
    if (!entries.has(key)) return
    // A new entry, since the size of one that is set again would not be taken anew.
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
    /** The stored page of `key`, unless its time is over. */
    get(key: string): CachedPage | undefined {
      const entry = entries.get(key)
      return entry && entry.expiresAt > now() ? entry.page : undefined
    },

    /** The stored page of `key` even when its time is over: for when no newer one is to be had. */
    getStale(key: string): CachedPage | undefined {
      return entries.get(key)?.page
    },

    /** Renders `key` once however many ask at once, and stores the result unless what it read has changed meanwhile. */
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

    /** Drops every page that depends on one of `tags`. */
    invalidate(tags: readonly ReaderTag[]): void {
      for (const tag of tags) {
        for (const key of keysByTag.get(tag) ?? []) entries.delete(key)
      }
      for (const changes of changesUnderWay) for (const tag of tags) changes.tags.add(tag)
      // Who asks from now on must not be answered with reads from before the change.
      flights.clear()
    },

    /** Drops everything: after a gap in the announcements anything may have changed. */
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
