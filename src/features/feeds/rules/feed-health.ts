/** What is known of how a feed's requests went. */
type FeedRecord = { enabled: boolean; lastCheckedAt: Date | null; failureCount: number }

/** How a feed is: the answer to "do I have to look after it?". */
export const FEED_HEALTHS = ['healthy', 'failing', 'disabled', 'never-fetched'] as const

export type FeedHealth = (typeof FEED_HEALTHS)[number]

/** Derived, never stored: a disabled feed is that first, whatever became of its last request. */
export function feedHealth({ enabled, lastCheckedAt, failureCount }: FeedRecord): FeedHealth {
  if (!enabled) return 'disabled'
  if (failureCount > 0) return 'failing'
  return lastCheckedAt ? 'healthy' : 'never-fetched'
}
