/** Months such as `2026-11`; undefined: unbounded. */
export type MonthRange = { first?: string; last?: string }

/** Newest first. The first group has at least `size` articles, each further one at least twice as many. */
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
