/** An unchecked entry of the stored list. */
export type BookmarkEntry = Readonly<Record<string, unknown>> | null | undefined

/** Parses the list without checking entries; empty if invalid (spec §3, Bookmark). */
export function parseEntries(stored: string): BookmarkEntry[] {
  try {
    const list: unknown = JSON.parse(stored)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}
