import type { ReaderTag } from '#kernel/cache-tags.ts'
import { addPageTags, isRenderingPage, renderedPreview } from '#platform/http/render-context.server.ts'

type Read = { tag: ReaderTag; value: Promise<unknown> }

export type SharedReads = ReturnType<typeof createSharedReads>

/** Data that many pages show, until its tag changes. The number of keys must be bounded. */
export function createSharedReads() {
  const reads = new Map<string, Read>()

  return {
    /** Concurrent calls share a load. Failures are not cached. */
    read<T>(key: string, tag: ReaderTag, load: () => Promise<T>): Promise<T> {
      const known = reads.get(key)
      if (known) return known.value as Promise<T>
      const value = load()
      const read = { tag, value }
      reads.set(key, read)
      value.catch(() => {
        if (reads.get(key) === read) reads.delete(key)
      })
      return value
    },

    /** Drops the data of these tags and current reads, which may return older data. */
    invalidate(tags: readonly ReaderTag[]): void {
      for (const [key, { tag }] of reads) if (tags.includes(tag)) reads.delete(key)
    },

    /** Drops all data, since notifications were missed. */
    invalidateAll(): void {
      reads.clear()
    },
  }
}

let current: SharedReads | undefined

/** Without them, `readShared` always loads. */
export function setSharedReads(reads: SharedReads | undefined): void {
  current = reads
}

/**
 * Adds the tag to the page being rendered. Other requests always load, since they may expect a change that is not
 * announced yet, and so do previews, whose data is not for readers.
 */
export function readShared<T>(key: string, tag: ReaderTag, load: () => Promise<T>): Promise<T> {
  addPageTags(tag)
  return current && isRenderingPage() && !renderedPreview() ? current.read(key, tag, load) : load()
}
