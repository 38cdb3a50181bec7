import { Badge } from '#ui/office/Badge.tsx'
import type { SettingsSummary as Summary } from '../server/dashboard.server.ts'
import { DashboardPanel, Detail, DetailList, ScreenLink } from './DashboardPanel.tsx'

export function SettingsSummary({ settings }: { settings: Summary }) {
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
      </DetailList>
    </DashboardPanel>
  )
}
