import { FailedFeeds } from '#features/feeds/office/RefreshReport.tsx'
import type { FetchReport } from '#features/feeds/server/fetch-news.server.ts'

/** What a gathering brought in. */
export function RefreshOutcome({ report }: { report: FetchReport }) {
  const { feeds, created, updated, duplicates, notModified, failed, errors } = report
  return (
    <div className="border-t border-rule px-4 py-3 text-14">
      <p className="font-semibold">
        {feeds === 0 ? 'No feed could be asked just now' : whatCame(created, updated)}
      </p>
      <p className="text-13 text-muted">
        {feeds === 0
          ? 'There are no feeds, or each was asked less than a minute ago, is disabled, or waits after a failure.'
          : [
              counted(feeds, 'feed asked', 'feeds asked'),
              `${notModified.toLocaleString('en-GB')} without anything new to say`,
              `${counted(duplicates, 'story', 'stories')} known already`,
              `${failed.toLocaleString('en-GB')} failed`,
            ].join(' · ')}
      </p>
      <FailedFeeds errors={errors} />
    </div>
  )
}

function whatCame(created: number, updated: number): string {
  const parts = [
    created > 0 ? counted(created, 'new article', 'new articles') : '',
    updated > 0 ? `${updated.toLocaleString('en-GB')} updated` : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'Nothing new'
}

function counted(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`
}
