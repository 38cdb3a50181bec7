import { categoryName } from '#kernel/category.ts'
import { foldLetters } from '#kernel/text/text.ts'
import { publisherOf } from './feed-form.ts'

type FeedRecord = { enabled: boolean; lastCheckedAt: Date | null; failureCount: number }

export const FEED_HEALTHS = ['healthy', 'failing', 'disabled', 'never-fetched'] as const

export type FeedHealth = (typeof FEED_HEALTHS)[number]

export function feedHealth({ enabled, lastCheckedAt, failureCount }: FeedRecord): FeedHealth {
  if (!enabled) return 'disabled'
  if (failureCount > 0) return 'failing'
  return lastCheckedAt ? 'healthy' : 'never-fetched'
}

export type FeedFilter = { health: FeedHealth | undefined; text: string }

export function parseHealth(value: unknown): FeedHealth | undefined {
  return FEED_HEALTHS.find((health) => health === value)
}

type Filterable = {
  title: string
  publisher: string
  detectedPublisher: string | null
  url: string
  category: string
  health: FeedHealth
}

/** `text` matches title, publisher, address or category, ignoring case and accents. */
export function filterFeeds<F extends Filterable>(feeds: readonly F[], { health, text }: FeedFilter): F[] {
  const wanted = foldLetters(text.trim())
  return feeds.filter(
    (feed) =>
      (health === undefined || feed.health === health) &&
      [feed.title, publisherOf(feed), feed.url, categoryName(feed.category)].some((field) =>
        foldLetters(field ?? '').includes(wanted),
      ),
  )
}
