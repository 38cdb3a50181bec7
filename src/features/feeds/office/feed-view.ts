import { FEED_HEALTHS, type FeedHealth } from '../rules/feed-health.ts'
import type { ListedFeed } from '../server/feed-list.server.ts'

/** Which feeds are looked at, as the address says. */
export type FeedView = { health: FeedHealth | undefined; text: string }

/** The health that a parameter names; undefined where it names none. */
export function readHealth(value: unknown): FeedHealth | undefined {
  return FEED_HEALTHS.find((health) => health === value)
}

/** The feeds of a view: those of its health whose title, address or category holds its text, whatever the letter case. */
export function feedsInView<F extends Pick<ListedFeed, 'title' | 'url' | 'category' | 'health'>>(
  feeds: readonly F[],
  { health, text }: FeedView,
): F[] {
  const wanted = text.trim().toLowerCase()
  return feeds.filter(
    (feed) =>
      (health === undefined || feed.health === health) &&
      [feed.title, feed.url, feed.category].some((field) => field.toLowerCase().includes(wanted)),
  )
}
