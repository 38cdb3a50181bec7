import { Badge } from '#ui/office/Badge.tsx'
import { RelativeTime } from '#ui/office/RelativeTime.tsx'
import type { SettingsSummary as Summary } from '../server/dashboard.server.ts'
import { DashboardPanel, Detail, DetailList, ScreenLink } from './DashboardPanel.tsx'

type Props = { settings: Summary /** ISO 8601 */; lastBackupAt: string | null }

export function SettingsSummary({ settings, lastBackupAt }: Props) {
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
