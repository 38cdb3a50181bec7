import { formatDayAndTime } from '#kernel/dates.ts'
import { Badge } from '#ui/office/Badge.tsx'
import type { FeedHealth } from '../server/dashboard.server.ts'
import { Panel } from './DashboardPanel.tsx'
import { Fact, Facts } from './Facts.tsx'
import { OfficeLink } from './OfficeLink.tsx'

/** How the feeds are doing, and which of them fail. */
export function FeedSummary({ feeds }: { feeds: FeedHealth }) {
  const { enabled, disabled, failing, lastSuccessAt, nextCheckAt, troubled } = feeds
  return (
    <Panel
      title="Feeds"
      action={
        <OfficeLink to="/admin/feeds" isQuiet>
          Manage
        </OfficeLink>
      }
    >
      <Facts>
        <Fact name="Health">
          <Health feeds={feeds} />
        </Fact>
        <Fact name="Enabled">{enabled.toLocaleString('en-GB')}</Fact>
        <Fact name="Disabled">{disabled.toLocaleString('en-GB')}</Fact>
        <Fact name="Failing">{failing.toLocaleString('en-GB')}</Fact>
        <Fact name="Last success">{lastSuccessAt ? formatDayAndTime(lastSuccessAt) : 'Never'}</Fact>
        <Fact name="Next check">{nextCheckAt ? formatDayAndTime(nextCheckAt) : 'None'}</Fact>
      </Facts>
      {troubled.length > 0 && (
        <ul aria-label="Failing feeds" className="border-t border-rule px-4 py-2 text-13">
          {troubled.map(({ id, name, failures, error }) => (
            <li key={id} className="py-1 wrap-anywhere">
              <bdi className="font-semibold">{name}</bdi>
              <span className="block text-muted">
                {failures === 1 ? 'Failed once' : `Failed ${failures.toLocaleString('en-GB')} times in a row`}
                {error && `: ${error}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Health({ feeds: { enabled, failing, lastSuccessAt } }: { feeds: FeedHealth }) {
  if (enabled === 0) return <Badge>No feeds</Badge>
  if (failing === 0 && !lastSuccessAt) return <Badge>Never fetched</Badge>
  if (failing === 0) return <Badge tone="good">All well</Badge>
  return failing === enabled ? (
    <Badge tone="danger">All failing</Badge>
  ) : (
    <Badge tone="caution">Some failing</Badge>
  )
}
