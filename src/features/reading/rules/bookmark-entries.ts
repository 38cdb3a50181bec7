/** The fields are not validated. */
export type BookmarkEntry = Readonly<Record<string, unknown>> | null | undefined

/** Empty if invalid (spec §3, Bookmark). */
export function parseEntries(stored: string): BookmarkEntry[] {
  try {
    const list: unknown = JSON.parse(stored)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}
