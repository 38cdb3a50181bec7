import { Badge } from '#ui/office/Badge.tsx'
import type { FeedHealth } from '../rules/feed-health.ts'
import type { ListedFeed } from '../server/feed-list.server.ts'

/** What the healths are called. */
export const HEALTH_LABELS: Record<FeedHealth, string> = {
  healthy: 'Healthy',
  failing: 'Failing',
  disabled: 'Disabled',
  'never-fetched': 'Never fetched',
}

const TONES = { healthy: 'good', failing: 'danger', disabled: 'plain', 'never-fetched': 'plain' } as const

/** How a feed is, and why where it fails. */
export function HealthBadge({ feed }: { feed: ListedFeed }) {
  const { health, failureCount, lastError } = feed
  return (
    <>
      <Badge tone={TONES[health]}>{HEALTH_LABELS[health]}</Badge>
      {health === 'failing' && (
        <p className="max-w-80 pt-1 text-13 wrap-anywhere">
          {lastError}{' '}
          <span className="text-muted">
            {failureCount === 1 ? 'Failed once.' : `Failed ${failureCount} times in a row.`}
          </span>
        </p>
      )}
    </>
  )
}
