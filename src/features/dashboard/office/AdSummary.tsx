import type { AdPlace } from '#features/site/rules/ad-settings.ts'
import { Badge } from '#ui/office/Badge.tsx'
import type { SettingsSummary } from '../server/dashboard.server.ts'
import { DashboardPanel, Detail, DetailList, ScreenLink } from './DashboardPanel.tsx'

const PLACES: readonly (readonly [AdPlace, string])[] = [
  ['headerCode', 'Header'],
  ['bannerCode', 'Banner'],
  ['leftSidebarCode', 'Left sidebar'],
  ['rightSidebarCode', 'Right sidebar'],
]

export function AdSummary({ settings }: { settings: SettingsSummary }) {
  const { adsEnabled, adPlaces } = settings
  return (
    <DashboardPanel
      title="AdSense"
      action={
        <ScreenLink to="/admin/adsense" variant="text">
          Set up
        </ScreenLink>
      }
    >
      <DetailList>
        <Detail label="Ads">
          {adsEnabled ? <Badge tone="good">Enabled</Badge> : <Badge>Disabled</Badge>}
        </Detail>
        {PLACES.map(([place, name]) => (
          <Detail key={place} label={name}>
            {adPlaces.includes(place) ? 'Configured' : 'Not set'}
          </Detail>
        ))}
      </DetailList>
    </DashboardPanel>
  )
}
