import { categoryName } from '#kernel/category.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { RelativeTime } from '#ui/admin/RelativeTime.tsx'
import { MAX_COUNTED_ARTICLES, publisherOf } from '../../model/feed-form.ts'
import type { FeedHealth } from '../../model/feed-health.ts'
import type { ListedFeed } from '../../model/feeds.server.ts'

export function FeedName({ feed }: { feed: ListedFeed }) {
  const { title, url, category, fullText, newArticles } = feed
  const publisher = publisherOf(feed)
  return (
    <div className="flex min-w-36 flex-col items-start gap-1">
      <bdi className="font-semibold wrap-anywhere">{title || 'Untitled feed'}</bdi>
      <span className="line-clamp-2 text-13 wrap-anywhere text-muted">{url.replace(/^https?:\/\//, '')}</span>
      {publisher && publisher !== title && (
        <span className="text-13 wrap-anywhere">
          Publisher: <bdi>{publisher}</bdi>
        </span>
      )}
      <div className="flex flex-wrap gap-1">
        <Badge>{categoryName(category)}</Badge>
        {fullText && <Badge>Full text</Badge>}
        {newArticles === 'hold' && <Badge>Held for review</Badge>}
      </div>
      <div className="text-13 lg:hidden">
        <HealthBadge feed={feed} />
        <div className="pt-1">
          <FeedChecks feed={feed} />
        </div>
      </div>
    </div>
  )
}

export const HEALTH_LABELS: Record<FeedHealth, string> = {
  healthy: 'Healthy',
  failing: 'Failing',
  disabled: 'Disabled',
  'never-fetched': 'Never fetched',
}

const TONES = { healthy: 'good', failing: 'danger', disabled: 'plain', 'never-fetched': 'plain' } as const

export function HealthBadge({ feed }: { feed: ListedFeed }) {
  const { health, failureCount, lastError, damage } = feed
  return (
    <>
      <Badge tone={TONES[health]}>{HEALTH_LABELS[health]}</Badge>
      {health === 'disabled' && lastError && (
        <p className="max-w-80 pt-1 text-13 wrap-anywhere">{lastError}</p>
      )}
      {health === 'failing' && (
        <p className="max-w-80 pt-1 text-13 wrap-anywhere">
          {lastError}{' '}
          <span className="text-muted">
            {failureCount === 1 ? 'Failed once.' : `Failed ${failureCount} times in a row.`}
          </span>
        </p>
      )}
      {health === 'healthy' && damage && (
        <p className="max-w-80 pt-1 text-13 wrap-anywhere">
          <strong>The feed is not well-formed:</strong> {damage}
        </p>
      )}
    </>
  )
}

export function FeedArticles({ feed: { articles, held } }: { feed: ListedFeed }) {
  return (
    <>
      {formatCounted(articles)}
      {held > 0 && <span className="text-muted"> · {formatCounted(held)} held</span>}
    </>
  )
}

function formatCounted(count: number): string {
  return formatNumber(count) + (count >= MAX_COUNTED_ARTICLES ? '+' : '')
}

export function FeedChecks({ feed }: { feed: ListedFeed }) {
  const { enabled, lastSuccessAt, nextCheckAt } = feed
  return (
    <dl className="grid w-fit grid-cols-[auto_1fr] gap-x-2 text-13">
      <dt className="whitespace-nowrap text-muted">Last success</dt>
      <dd>
        <RelativeTime at={lastSuccessAt} none="never" />
      </dd>
      {enabled && (
        <>
          <dt className="whitespace-nowrap text-muted">Next check</dt>
          <dd>
            <RelativeTime at={nextCheckAt} none="" past="due now" />
          </dd>
        </>
      )}
    </dl>
  )
}
