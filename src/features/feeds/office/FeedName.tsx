import { Badge } from '#ui/office/Badge.tsx'
import type { ListedFeed } from '../server/feed-list.server.ts'
import { FeedChecks } from './FeedChecks.tsx'
import { HealthBadge } from './HealthBadge.tsx'

/** A feed's title, address and category; on a narrow screen also how it is, for which a table has no room there. */
export function FeedName({ feed }: { feed: ListedFeed }) {
  const { title, url, category } = feed
  return (
    <div className="flex min-w-36 flex-col items-start gap-1">
      <bdi className="font-semibold wrap-anywhere">{title || 'Untitled feed'}</bdi>
      <span className="line-clamp-2 text-13 wrap-anywhere text-muted">{url.replace(/^https?:\/\//, '')}</span>
      <Badge>{category}</Badge>
      <div className="text-13 lg:hidden">
        <HealthBadge feed={feed} />
        <div className="pt-1">
          <FeedChecks feed={feed} />
        </div>
      </div>
    </div>
  )
}
