import type { AdPlace } from '#features/site/rules/ad-settings.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { RelativeTime } from '#ui/admin/RelativeTime.tsx'
import type { FeedHealth, SettingsSummary as Summary } from '../server/dashboard.server.ts'
import { DashboardPanel, Detail, DetailList, ScreenLink } from './DashboardPanel.tsx'

export function FeedSummary({ feeds }: { feeds: FeedHealth }) {
  const { enabled, disabled, failing, lastSuccessAt, nextCheckAt, failingFeeds } = feeds
  return (
    <DashboardPanel
      title={phrase('Feeds')}
      action={
        <ScreenLink to="/admin/feeds" variant="text">
          {phrase('Manage')}
        </ScreenLink>
      }
    >
      <DetailList>
        <Detail label={phrase('Health')}>
          <Health feeds={feeds} />
        </Detail>
        <Detail label={phrase('Enabled')}>{formatNumber(enabled)}</Detail>
        <Detail label={phrase('Disabled')}>{formatNumber(disabled)}</Detail>
        <Detail label={phrase('Failing')}>{formatNumber(failing)}</Detail>
        <Detail label={phrase('Last success')}>
          {lastSuccessAt ? <Moment at={lastSuccessAt} /> : phrase('Never')}
        </Detail>
        <Detail label={phrase('Next check')}>
          {nextCheckAt ? <Moment at={nextCheckAt} /> : phrase('None')}
        </Detail>
      </DetailList>
      {failingFeeds.length > 0 && (
        <ul aria-label={phrase('Failing feeds')} className="border-t border-rule px-4 py-2 text-13">
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
  if (enabled === 0) return <Badge>{phrase('No feeds')}</Badge>
  if (failing === 0 && !lastSuccessAt) return <Badge>{phrase('Never fetched')}</Badge>
  if (failing === 0) return <Badge tone="good">{phrase('Healthy')}</Badge>
  return failing === enabled ? (
    <Badge tone="danger">{phrase('All failing')}</Badge>
  ) : (
    <Badge tone="caution">{phrase('Some failing')}</Badge>
  )
}

/** @param failures zero for a feed that was stopped */
function describeFailure(failures: number, error: string): string {
  if (failures === 0) return error
  const count =
    failures === 1 ? phrase('Failed once') : phrase('Failed {failures} times in a row', { failures })
  return error ? `${count}: ${error}` : count
}

const adPlaceNames = (): readonly (readonly [AdPlace, string])[] => [
  ['headerCode', phrase('Header')],
  ['bannerCode', phrase('Banner')],
  ['leftSidebarCode', phrase('Left sidebar')],
  ['rightSidebarCode', phrase('Right sidebar')],
]

export function AdSummary({ settings }: { settings: Summary }) {
  const { adsEnabled, adPlaces } = settings
  return (
    <DashboardPanel
      title={phrase('AdSense')}
      action={
        <ScreenLink to="/admin/adsense" variant="text">
          {phrase('Set Up')}
        </ScreenLink>
      }
    >
      <DetailList>
        <Detail label={phrase('Ads')}>
          {adsEnabled ? <Badge tone="good">{phrase('Enabled')}</Badge> : <Badge>{phrase('Disabled')}</Badge>}
        </Detail>
        {adPlaceNames().map(([place, name]) => (
          <Detail key={place} label={name}>
            {adPlaces.includes(place) ? phrase('Configured') : phrase('Not set')}
          </Detail>
        ))}
      </DetailList>
    </DashboardPanel>
  )
}

type SettingsSummaryProps = {
  settings: Summary
  /** ISO 8601 */
  lastBackupAt: string | null
}

export function SettingsSummary({ settings, lastBackupAt }: SettingsSummaryProps) {
  const { siteName, siteDescription, contactEmail, customDomain, newsletterEnabled, maintenanceMode } =
    settings
  return (
    <DashboardPanel
      title={phrase('Site Settings')}
      action={
        <ScreenLink to="/admin/settings" variant="text">
          {phrase('Change')}
        </ScreenLink>
      }
    >
      <DetailList>
        <Detail label={phrase('Site name')}>
          <bdi>{siteName || phrase('Not set')}</bdi>
        </Detail>
        <Detail label={phrase('Description')}>
          <bdi className="line-clamp-3">{siteDescription || phrase('Not set')}</bdi>
        </Detail>
        <Detail label={phrase('Contact email')}>{contactEmail || phrase('Not set')}</Detail>
        <Detail label={phrase('Custom domain')}>{customDomain || phrase('Not set')}</Detail>
        <Detail label={phrase('Newsletter form')}>
          {newsletterEnabled ? <Badge tone="good">{phrase('On')}</Badge> : <Badge>{phrase('Off')}</Badge>}
        </Detail>
        <Detail label={phrase('Maintenance mode')}>
          {maintenanceMode ? <Badge tone="caution">{phrase('On')}</Badge> : <Badge>{phrase('Off')}</Badge>}
        </Detail>
        <Detail label={phrase('Last backup')}>
          <RelativeTime at={lastBackupAt ? new Date(lastBackupAt) : null} none={phrase('None')} />
        </Detail>
      </DetailList>
    </DashboardPanel>
  )
}
