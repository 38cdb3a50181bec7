import type { ListedFeed } from '../server/feed-list.server.ts'
import { Moment } from './Moment.tsx'

/** When a feed was last read with success, and when it is asked again. */
export function FeedChecks({ feed }: { feed: ListedFeed }) {
  const { enabled, lastSuccessAt, nextCheckAt } = feed
  return (
    <dl className="grid w-fit grid-cols-[auto_1fr] gap-x-2 text-13">
      <dt className="whitespace-nowrap text-muted">Last success</dt>
      <dd>
        <Moment at={lastSuccessAt} none="never" />
      </dd>
      {enabled && (
        <>
          <dt className="whitespace-nowrap text-muted">Next check</dt>
          <dd>
            <Moment at={nextCheckAt} none="" past="due now" />
          </dd>
        </>
      )}
    </dl>
  )
}
