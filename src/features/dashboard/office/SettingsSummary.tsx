import { Badge } from '#ui/office/Badge.tsx'
import type { SettingsSummary as Summary } from '../server/dashboard.server.ts'
import { Panel } from './DashboardPanel.tsx'
import { Fact, Facts } from './Facts.tsx'
import { OfficeLink } from './OfficeLink.tsx'

/** What the site is called, and what of it is on. */
export function SettingsSummary({ settings }: { settings: Summary }) {
  const { siteName, siteDescription, contactEmail, customDomain, newsletterEnabled, maintenanceMode } =
    settings
  return (
    <Panel
      title="Site Settings"
      action={
        <OfficeLink to="/admin/settings" isQuiet>
          Change
        </OfficeLink>
      }
    >
      <Facts>
        <Fact name="Site name">
          <bdi>{siteName || 'Not set'}</bdi>
        </Fact>
        <Fact name="Description">
          <bdi className="line-clamp-3">{siteDescription || 'Not set'}</bdi>
        </Fact>
        <Fact name="Contact email">{contactEmail || 'Not set'}</Fact>
        <Fact name="Custom domain">{customDomain || 'Not set'}</Fact>
        <Fact name="Newsletter form">
          {newsletterEnabled ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
        </Fact>
        <Fact name="Maintenance mode">
          {maintenanceMode ? <Badge tone="caution">On</Badge> : <Badge>Off</Badge>}
        </Fact>
      </Facts>
    </Panel>
  )
}
