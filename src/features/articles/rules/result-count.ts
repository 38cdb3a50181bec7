import { place } from '#kernel/time/place.ts'

/** `hasMore`: counting stopped early. */
export type ResultCount = { count: number; hasMore: boolean }

/** "24" or "1,000+", in the format of the newspaper. */
export function formatResultCount({ count, hasMore }: ResultCount): string {
  return `${count.toLocaleString(place().locale)}${hasMore ? '+' : ''}`
}
