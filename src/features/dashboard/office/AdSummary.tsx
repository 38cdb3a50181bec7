import type { AdPlace } from '#features/site/rules/ad-settings.ts'
import { Badge } from '#ui/office/Badge.tsx'
import type { SettingsSummary } from '../server/dashboard.server.ts'
import { Panel } from './DashboardPanel.tsx'
import { Fact, Facts } from './Facts.tsx'
import { OfficeLink } from './OfficeLink.tsx'

const PLACES: readonly (readonly [AdPlace, string])[] = [
  ['headerCode', 'Header'],
  ['bannerCode', 'Banner'],
  ['leftSidebarCode', 'Left sidebar'],
  ['rightSidebarCode', 'Right sidebar'],
]

/** How advertising is set up, without its codes. */
export function AdSummary({ settings }: { settings: SettingsSummary }) {
  const { adsEnabled, adPlaces } = settings
  return (
    <Panel
      title="AdSense"
      action={
        <OfficeLink to="/admin/adsense" isQuiet>
          Set up
        </OfficeLink>
      }
    >
      <Facts>
        <Fact name="Ads">{adsEnabled ? <Badge tone="good">Enabled</Badge> : <Badge>Disabled</Badge>}</Fact>
        {PLACES.map(([place, name]) => (
          <Fact key={place} name={name}>
            {adPlaces.includes(place) ? 'Configured' : 'Not set'}
          </Fact>
        ))}
      </Facts>
    </Panel>
  )
}
