/**
 * Groups the people of a byline by role, writers first, otherwise in the order of the byline. Not in byline.ts, since readers
 * load it without zod.
 */
export function groupByRole<Entry extends { role: string }>(
  entries: readonly Entry[],
): { role: string; people: Entry[] }[] {
  const groups = Map.groupBy(entries, ({ role }) => role)
  return [...groups]
    .map(([role, people]) => ({ role, people }))
    .sort((a, b) => Number(a.role !== '') - Number(b.role !== ''))
}
