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

/** Entries added since stay first; others removed since stay removed. */
export function restoreEntries(
  now: readonly BookmarkEntry[],
  before: readonly BookmarkEntry[],
  removed: readonly BookmarkEntry[],
): BookmarkEntry[] {
  const idsOf = (entries: readonly BookmarkEntry[]) => new Set(entries.map((entry) => entry?.id))
  const [idsBefore, restoredIds] = [idsOf(before), idsOf([...now, ...removed])]
  return [
    ...now.filter((entry) => !idsBefore.has(entry?.id)),
    ...before.filter((entry) => restoredIds.has(entry?.id)),
  ]
}
