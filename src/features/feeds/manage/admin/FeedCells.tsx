import { categoryName } from '#kernel/category.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
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
      <bdi className="font-semibold wrap-anywhere">{title || phrase('Untitled feed')}</bdi>
      <span className="line-clamp-2 text-13 wrap-anywhere text-muted">{url.replace(/^https?:\/\//, '')}</span>
      {publisher && publisher !== title && (
        <span className="text-13 wrap-anywhere">
          {phraseParts('Publisher: {publisher}', { publisher: <bdi key="publisher">{publisher}</bdi> })}
        </span>
      )}
      <div className="flex flex-wrap gap-1">
        <Badge>{categoryName(category)}</Badge>
        {fullText && <Badge>{phrase('Full text')}</Badge>}
        {newArticles === 'hold' && <Badge>{phrase('Held for review')}</Badge>}
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

export const healthLabels = (): Record<FeedHealth, string> => ({
  healthy: phrase('Healthy'),
  failing: phrase('Failing'),
  disabled: phrase('Disabled'),
  'never-fetched': phrase('Never fetched'),
})

const TONES = { healthy: 'good', failing: 'danger', disabled: 'plain', 'never-fetched': 'plain' } as const

export function HealthBadge({ feed }: { feed: ListedFeed }) {
  const { health, failureCount, lastError, damage } = feed
  return (
    <>
      <Badge tone={TONES[health]}>{healthLabels()[health]}</Badge>
      {health === 'disabled' && lastError && (
        <p className="max-w-80 pt-1 text-13 wrap-anywhere">{lastError}</p>
      )}
      {health === 'failing' && (
        <p className="max-w-80 pt-1 text-13 wrap-anywhere">
          {lastError}{' '}
          <span className="text-muted">
            {failureCount === 1
              ? phrase('Failed once.')
              : phrase('Failed {count} times in a row.', { count: failureCount })}
          </span>
        </p>
      )}
      {health === 'healthy' && damage && (
        <p className="max-w-80 pt-1 text-13 wrap-anywhere">
          <strong>{phrase('The feed is not well-formed:')}</strong> {damage}
        </p>
      )}
    </>
  )
}

export function FeedArticles({ feed: { articles, held } }: { feed: ListedFeed }) {
  return (
    <>
      {formatCounted(articles)}
      {held > 0 && (
        <span className="text-muted"> · {phrase('{count} held', { count: formatCounted(held) })}</span>
      )}
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
      <dt className="whitespace-nowrap text-muted">{phrase('Last success')}</dt>
      <dd>
        <RelativeTime at={lastSuccessAt} none={phrase('never')} />
      </dd>
      {enabled && (
        <>
          <dt className="whitespace-nowrap text-muted">{phrase('Next check')}</dt>
          <dd>
            <RelativeTime at={nextCheckAt} none="" past={phrase('due now')} />
          </dd>
        </>
      )}
    </dl>
  )
}
