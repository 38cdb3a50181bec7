import { LRUCache } from 'lru-cache'
import type { PageTag } from './page-tags.server.ts'
import { type StoredPage, storedBytes } from './stored-page.server.ts'

/** A finished render: the page, the tags of what it read (without any it is not stored), its end in epoch ms. */
export type Rendered = { page: StoredPage; tags: ReadonlySet<PageTag>; expiresAt: number }

/** What was announced while a render was under way: its reads may be older than these changes. */
type Changes = { tags: Set<PageTag>; everything: boolean }

type Flight = { promise: Promise<Rendered>; changes: Changes }

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
    sizeCalculation: (entry, key) => storedBytes(entry.page) + key.length,
    dispose: (entry, key) => forgetTags(entry, key),
  })
  const keysByTag = new Map<PageTag, Set<string>>()
  const flights = new Map<string, Flight>()

  function forgetTags(entry: Rendered, key: string): void {
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  function store(key: string, rendered: Rendered): void {
    entries.set(key, rendered)
    for (const tag of rendered.tags) {
      const keys = keysByTag.get(tag)
      if (keys) keys.add(key)
      else keysByTag.set(tag, new Set([key]))
    }
  }

  async function fly(key: string, changes: Changes, render: () => Promise<Rendered>): Promise<Rendered> {
    try {
      const rendered = await render()
      if (rendered.tags.size > 0 && !touches(changes, rendered.tags)) store(key, rendered)
      return rendered
    } finally {
      if (flights.get(key)?.changes === changes) flights.delete(key)
    }
  }

  return {
    /** The stored page of `key`, unless its time is over. */
    get(key: string): StoredPage | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.expiresAt > now()) return entry.page
      entries.delete(key)
      return undefined
    },

    /** Renders `key` once however many ask at once, and stores the result unless what it read has changed meanwhile. */
    async render(key: string, render: () => Promise<Rendered>): Promise<StoredPage> {
      let flight = flights.get(key)
      if (!flight) {
        const changes: Changes = { tags: new Set(), everything: false }
        flight = { changes, promise: fly(key, changes, render) }
        flights.set(key, flight)
      }
      return (await flight.promise).page
    },

    /** Drops every page that depends on one of `tags`. */
    invalidate(tags: readonly PageTag[]): void {
      for (const tag of tags) {
        for (const key of keysByTag.get(tag) ?? []) entries.delete(key)
      }
      for (const [key, flight] of flights) {
        for (const tag of tags) flight.changes.tags.add(tag)
        // Who asks from now on must not be answered with reads from before the change.
        flights.delete(key)
      }
    },

    /** Drops everything: after a gap in the announcements anything may have changed. */
    clear(): void {
      entries.clear()
      for (const [key, flight] of flights) {
        flight.changes.everything = true
        flights.delete(key)
      }
    },

    get size() {
      return { pages: entries.size, bytes: entries.calculatedSize, tags: keysByTag.size }
    },
  }
}

function touches(changes: Changes, tags: ReadonlySet<PageTag>): boolean {
  return changes.everything || !changes.tags.isDisjointFrom(tags)
}
