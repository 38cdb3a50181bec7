/** The first and the last month, as `2026-11`. Undefined means unbounded. */
export type MonthRange = { first?: string; last?: string }

/**
 * Groups the months of `range`, which are newest first. The first group has at least `size` articles, and each further
 * one at least twice as many as the one before it.
 */
export function groupMonths(
  months: readonly { month: string; articles: number }[],
  { first = '', last = '9999-12' }: MonthRange,
  size: number,
): string[][] {
  const groups: string[][] = []
  let needed = size
  let missing = 0
  for (const { month, articles } of months) {
    if (month < first || month > last) continue
    if (missing <= 0) {
      groups.push([])
      missing = needed
      needed *= 2
    }
    groups.at(-1)?.push(month)
    missing -= articles
  }
  return groups
}
