import { formatNumber } from '#kernel/format-count.ts'

/** `hasMore`: counting stopped early. */
export type ResultCount = { count: number; hasMore: boolean }

/** "24" or "1,000+". */
export function formatResultCount({ count, hasMore }: ResultCount): string {
  return `${formatNumber(count)}${hasMore ? '+' : ''}`
}
