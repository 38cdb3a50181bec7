import { LRUCache } from 'lru-cache'
import type { ReaderTag } from '#kernel/cache-tags.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { EdgePolicy } from '#platform/cdn/edge-headers.server.ts'
import { bodyBytes, type CachedPage } from './cached-page.server.ts'

/** A page without tags is not cached. `expiresAt` is in epoch milliseconds. */
export type Rendered = { page: CachedPage; tags: ReadonlySet<ReaderTag>; expiresAt: number }

type Tagged = { tag: ReaderTag; keys: Set<string> }
/**
 * The `expiresAt` of a stale page is the time of the change. An outdated page is served until `expiresAt` while it is
 * rendered again.
 */
type Entry = {
  page: CachedPage
  tagged: readonly Tagged[]
  expiresAt: number
  isStale?: boolean
  isOutdated?: boolean
}

/** Changes during a render, which may have read older data. Without `mayKeep`, it may show articles removed since. */
type Changes = { tags: Set<ReaderTag>; removed: Set<ReaderTag>; everything: boolean; mayKeep: boolean }

export type PageCache = ReturnType<typeof createPageCache>

/** Estimated memory of the objects and headers of a page, and of each reference to a tag. The bodies use most of the memory. */
const PAGE_OVERHEAD_BYTES = 2_000
const TAG_OVERHEAD_BYTES = 200

/** Tag of pages that show too many articles to list them (`MAX_SHOWN_ARTICLES`): every removal drops their copies. */
export const MANY_ARTICLES: ReaderTag = 'article:many'

/**
 * Caches pages by URL until data behind one of their tags changes. Stale copies remain until replaced or their space is
 * needed, but none that show a removed article: pages have the tag `article:{id}` of each article that they show.
 *
 * @param options.maxBytes of pages and tags; the least recently used pages are dropped first
 * @param options.edge which pages a CDN may store
 */
export function createPageCache(options: {
  maxBytes: number
  edge?: EdgePolicy | undefined
  now?: () => number
}) {
  const { edge, now = Date.now } = options
  const entries = new LRUCache<string, Entry>({
    maxSize: options.maxBytes,
    sizeCalculation: entryBytes,
    dispose: removeFromTags,
    noDisposeOnSet: true,
  })
  const byTag = new Map<ReaderTag, Tagged>()
  /** By URL. */
  const runningRenders = new Map<string, Promise<CachedPage>>()
  /** The changes during each render, including those that requests can no longer join. */
  const pendingChanges = new Set<Changes>()
  /** Whether copies may show articles whose removal was not announced. */
  let isInDoubt = false

  function addToTag(tag: ReaderTag, key: string): Tagged {
    const known = byTag.get(tag)
    if (known) {
      known.keys.add(key)
      return known
    }
    const tagged: Tagged = { tag: flatten(tag) as ReaderTag, keys: new Set([key]) }
    byTag.set(tagged.tag, tagged)
    return tagged
  }

  function removeFromTags({ tagged }: Entry, key: string): void {
    for (const { tag, keys } of tagged) {
      if (keys.delete(key) && keys.size === 0) byTag.delete(tag)
    }
  }

  /** Keeps the entry's position, since stale pages are needed less. */
  function markStale(key: string): void {
    const entry = entries.peek(key)
    if (!entry || entry.isStale) return
    entry.isStale = true
    entry.page.edge = undefined
    entry.expiresAt = Math.min(entry.expiresAt, now())
  }

  function markOutdated(key: string, ms: number): void {
    const entry = entries.peek(key)
    if (!entry) return
    entry.isOutdated = true
    entry.page.edge = undefined
    entry.expiresAt = Math.min(entry.expiresAt, now() + ms)
  }

  function apply(tags: readonly ReaderTag[], mark: (key: string) => void): void {
    if (tags.length === 0) return
    for (const tag of tags) for (const key of byTag.get(tag)?.keys ?? []) mark(key)
    for (const changes of pendingChanges) for (const tag of tags) changes.tags.add(tag)
    // Later requests must not join renders of older data.
    runningRenders.clear()
  }

  function store(url: string, { page, tags, expiresAt }: Rendered, isStale = false): void {
    const key = flatten(url)
    const replaced = entries.peek(key)
    if (replaced) removeFromTags(replaced, key)
    const entry = { page, tagged: Array.from(tags, (tag) => addToTag(tag, key)), expiresAt, isStale }
    page.onGrow = () => remeasure(key, page)
    if (!isStale) page.edge = edge?.ofPage(key, tags, expiresAt)
    entries.set(key, entry)
    // A page that is larger than the cache is not stored.
    if (!entries.has(key)) removeFromTags(entry, key)
  }

  /** Stores a copy, since lru-cache does not measure the same object twice. */
  function remeasure(key: string, page: CachedPage): void {
    const entry = entries.peek(key)
    if (entry?.page !== page) return
    entries.set(key, { ...entry })
  }

  /** With `renew`, also returns an outdated page, and renders it in the background. */
  function getFresh(key: string, renew?: (key: string) => Promise<Rendered>): CachedPage | undefined {
    const entry = entries.get(key)
    // The clock may have been set back since the change of a stale page.
    if (!entry || entry.isStale || entry.expiresAt <= now()) return undefined
    if (!entry.isOutdated) return entry.page
    if (!renew) return undefined
    // If this fails, a request after the expiry reports the error.
    if (!runningRenders.has(key)) render(key, () => renew(key)).catch(() => {})
    return entry.page
  }

  async function renderAndStore(key: string, renderPage: () => Promise<Rendered>): Promise<CachedPage> {
    const changes: Changes = { tags: new Set(), removed: new Set(), everything: false, mayKeep: true }
    pendingChanges.add(changes)
    try {
      const rendered = await renderPage()
      const isCacheable = rendered.tags.size > 0
      if (isCacheable && !hasChanged(changes, rendered.tags)) store(key, rendered)
      else if (isCacheable && mayKeep(changes, rendered.tags) && !getFresh(key))
        store(key, { ...rendered, expiresAt: now() }, true)
      // The article may have been deleted.
      if (!isCacheable && rendered.page.status < 500) entries.delete(key)
      return rendered.page
    } finally {
      pendingChanges.delete(changes)
    }
  }

  /** Renders a page once for all concurrent requests and caches it. If its data changed during the render, the copy is stale. */
  async function render(key: string, renderPage: () => Promise<Rendered>): Promise<CachedPage> {
    const existing = runningRenders.get(key)
    if (existing) return existing
    const running = renderAndStore(key, renderPage)
    runningRenders.set(key, running)
    try {
      return await running
    } finally {
      if (runningRenders.get(key) === running) runningRenders.delete(key)
    }
  }

  return {
    get: getFresh,

    /** Returns the page even if it is outdated, for when pages cannot be rendered. Nothing while copies are in doubt. */
    getStale(key: string): { page: CachedPage; staleMs: number } | undefined {
      const entry = isInDoubt ? undefined : entries.get(key)
      return entry && { page: entry.page, staleMs: Math.max(0, now() - entry.expiresAt) }
    },

    render,

    invalidate(tags: readonly ReaderTag[]): void {
      apply(tags, markStale)
    },

    /** Serves these pages for `ms` more milliseconds, while they are rendered again. */
    outdate(tags: readonly ReaderTag[], ms: number): void {
      apply(tags, (key) => markOutdated(key, ms))
    },

    /** Notifications may have been missed. */
    invalidateAll(): void {
      for (const key of entries.keys()) markStale(key)
      for (const changes of pendingChanges) changes.everything = true
      runningRenders.clear()
    },

    /** Drops all copies, also stale ones, of pages that show articles which were withdrawn or deleted. */
    removeArticles(ids: readonly string[]): void {
      const tags = [MANY_ARTICLES, ...ids.map((id) => `article:${id}` as const)]
      for (const tag of tags) for (const key of byTag.get(tag)?.keys ?? []) entries.delete(key)
      for (const changes of pendingChanges) for (const tag of tags) changes.removed.add(tag)
      runningRenders.clear()
    },

    /** Serves no stale copies until `trustCopies`, since removals of articles may have been missed. */
    doubtCopies(): void {
      isInDoubt = true
      for (const changes of pendingChanges) changes.mayKeep = false
    },

    /** Call it after `removeArticles` with those of `shownArticles` that no longer exist. */
    trustCopies(): void {
      isInDoubt = false
    },

    /** The ids of all articles that cached pages show. */
    shownArticles(): string[] {
      return [...byTag.keys()].flatMap((tag) => {
        const id = tag.slice('article:'.length)
        return tag.startsWith('article:') && isUuid(id) ? [id] : []
      })
    },

    /** Removes all pages, including stale copies. */
    clear(): void {
      entries.clear()
      for (const changes of pendingChanges) {
        changes.everything = true
        changes.mayKeep = false
      }
      runningRenders.clear()
    },

    get size() {
      return { pages: entries.size, bytes: entries.calculatedSize, tags: byTag.size }
    },
  }
}

function hasChanged(changes: Changes, tags: ReadonlySet<ReaderTag>): boolean {
  return changes.everything || !changes.tags.isDisjointFrom(tags) || !changes.removed.isDisjointFrom(tags)
}

function mayKeep(changes: Changes, tags: ReadonlySet<ReaderTag>): boolean {
  return changes.mayKeep && changes.removed.isDisjointFrom(tags)
}

function entryBytes({ page, tagged }: Entry, key: string): number {
  return key.length + bodyBytes(page) + PAGE_OVERHEAD_BYTES + tagged.length * TAG_OVERHEAD_BYTES
}

/** V8's slices and concatenations keep other strings in memory. */
function flatten(text: string): string {
  return Buffer.from(text).toString()
}
