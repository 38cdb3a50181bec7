import { formatDayAndTime } from '#kernel/dates.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { Badge } from '#ui/office/Badge.tsx'
import type { FeedHealth } from '../server/dashboard.server.ts'
import { DashboardPanel, Detail, DetailList, ScreenLink } from './DashboardPanel.tsx'

export function FeedSummary({ feeds }: { feeds: FeedHealth }) {
  const { enabled, disabled, failing, lastSuccessAt, nextCheckAt, failingFeeds } = feeds
  return (
    <DashboardPanel
      title="Feeds"
      action={
        <ScreenLink to="/admin/feeds" variant="text">
          Manage
        </ScreenLink>
      }
    >
      <DetailList>
        <Detail label="Health">
          <Health feeds={feeds} />
        </Detail>
        <Detail label="Enabled">{formatNumber(enabled)}</Detail>
        <Detail label="Disabled">{formatNumber(disabled)}</Detail>
        <Detail label="Failing">{formatNumber(failing)}</Detail>
        <Detail label="Last success">{lastSuccessAt ? formatDayAndTime(lastSuccessAt) : 'Never'}</Detail>
        <Detail label="Next check">{nextCheckAt ? formatDayAndTime(nextCheckAt) : 'None'}</Detail>
      </DetailList>
      {failingFeeds.length > 0 && (
        <ul aria-label="Failing feeds" className="border-t border-rule px-4 py-2 text-13">
          {failingFeeds.map(({ id, name, failures, error }) => (
            <li key={id} className="py-1 wrap-anywhere">
              <bdi className="font-semibold">{name}</bdi>
              <span className="block text-muted">{describeFailure(failures, error)}</span>
            </li>
          ))}
        </ul>
      )}
    </DashboardPanel>
  )
}

function Health({ feeds: { enabled, failing, lastSuccessAt } }: { feeds: FeedHealth }) {
  if (enabled === 0) return <Badge>No feeds</Badge>
  if (failing === 0 && !lastSuccessAt) return <Badge>Never fetched</Badge>
  if (failing === 0) return <Badge tone="good">Healthy</Badge>
  return failing === enabled ? (
    <Badge tone="danger">All failing</Badge>
  ) : (
    <Badge tone="caution">Some failing</Badge>
  )
}

/** @param failures zero for a feed that was stopped */
function describeFailure(failures: number, error: string): string {
  if (failures === 0) return error
  const count = failures === 1 ? 'Failed once' : `Failed ${formatNumber(failures)} times in a row`
  return error ? `${count}: ${error}` : count
}
