/** An entry of the stored list; whatever it is, it may have been written by anybody. */
export type BookmarkEntry = Readonly<Record<string, unknown>> | null | undefined

/** The entries of the stored list, as they are. A text that is no list has none (spec §3, Bookmark). */
export function parseEntries(stored: string): BookmarkEntry[] {
  try {
    const list: unknown = JSON.parse(stored)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}
