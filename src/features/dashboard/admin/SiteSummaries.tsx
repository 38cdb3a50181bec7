import type { AdPlace } from '#features/site/rules/ad-settings.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { RelativeTime } from '#ui/admin/RelativeTime.tsx'
import type { FeedHealth, SettingsSummary as Summary } from '../server/dashboard.server.ts'
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
        <Detail label="Last success">{lastSuccessAt ? <Moment at={lastSuccessAt} /> : 'Never'}</Detail>
        <Detail label="Next check">{nextCheckAt ? <Moment at={nextCheckAt} /> : 'None'}</Detail>
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

const AD_PLACE_NAMES: readonly (readonly [AdPlace, string])[] = [
  ['headerCode', 'Header'],
  ['bannerCode', 'Banner'],
  ['leftSidebarCode', 'Left sidebar'],
  ['rightSidebarCode', 'Right sidebar'],
]

export function AdSummary({ settings }: { settings: Summary }) {
  const { adsEnabled, adPlaces } = settings
  return (
    <DashboardPanel
      title="AdSense"
      action={
        <ScreenLink to="/admin/adsense" variant="text">
          Set Up
        </ScreenLink>
      }
    >
      <DetailList>
        <Detail label="Ads">
          {adsEnabled ? <Badge tone="good">Enabled</Badge> : <Badge>Disabled</Badge>}
        </Detail>
        {AD_PLACE_NAMES.map(([place, name]) => (
          <Detail key={place} label={name}>
            {adPlaces.includes(place) ? 'Configured' : 'Not set'}
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
      title="Site Settings"
      action={
        <ScreenLink to="/admin/settings" variant="text">
          Change
        </ScreenLink>
      }
    >
      <DetailList>
        <Detail label="Site name">
          <bdi>{siteName || 'Not set'}</bdi>
        </Detail>
        <Detail label="Description">
          <bdi className="line-clamp-3">{siteDescription || 'Not set'}</bdi>
        </Detail>
        <Detail label="Contact email">{contactEmail || 'Not set'}</Detail>
        <Detail label="Custom domain">{customDomain || 'Not set'}</Detail>
        <Detail label="Newsletter form">
          {newsletterEnabled ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
        </Detail>
        <Detail label="Maintenance mode">
          {maintenanceMode ? <Badge tone="caution">On</Badge> : <Badge>Off</Badge>}
        </Detail>
        <Detail label="Last backup">
          <RelativeTime at={lastBackupAt ? new Date(lastBackupAt) : null} none="None" />
        </Detail>
      </DetailList>
    </DashboardPanel>
  )
}
