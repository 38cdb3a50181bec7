import { AdminPage } from '#ui/office/AdminPage.tsx'
import { Select } from '#ui/office/Select.tsx'
import { Tabs } from '#ui/office/Tabs.tsx'
import { PERIODS, type Period, periodText } from '../rules/analytics-period.ts'
import { ANALYTICS_TABS, type AnalyticsTab } from '../rules/analytics-tabs.ts'
import { ContentTab } from './ContentTab.tsx'
import { EngagementTab } from './EngagementTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { TrafficTab } from './TrafficTab.tsx'
import { VisitorsNow } from './VisitorsNow.tsx'

type Props = {
  tab: AnalyticsTab
  period: Period
  onTab: (tab: AnalyticsTab) => void
  onPeriod: (period: Period) => void
}

const PANELS = { overview: OverviewTab, content: ContentTab, traffic: TrafficTab, engagement: EngagementTab }

/** Spec §2, Analytics. */
export function AnalyticsScreen({ tab, period, onTab, onPeriod }: Props) {
  const Panel = PANELS[tab]
  return (
    <AdminPage
      title="Analytics"
      text="Measured on this server, without cookies or stored IP addresses. Excludes bots, administrators and visitors who opt out of tracking."
      actions={
        <Select
          label="Period"
          value={period}
          onChange={({ target }) => onPeriod(target.value as Period)}
          help="Dates are in London time"
        >
          {PERIODS.map((choice) => (
            <option key={choice} value={choice}>
              Last {periodText(choice)}
            </option>
          ))}
        </Select>
      }
    >
      <VisitorsNow />
      <Tabs label="Analytics" tabs={ANALYTICS_TABS} current={tab} onChange={onTab}>
        <Panel period={period} />
      </Tabs>
    </AdminPage>
  )
}
