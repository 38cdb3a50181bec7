import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { zoneLabel } from '#kernel/time/zoned-time.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { Tabs } from '#ui/admin/Tabs.tsx'
import { visitorsNowQuery } from '../analytics.functions.ts'
import {
  type AnalyticsTab,
  analyticsTabs,
  PERIODS,
  type Period,
  periodText,
} from '../rules/analytics-params.ts'
import { ContentTab } from './ContentTab.tsx'
import { EngagementTab } from './EngagementTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { PageLink } from './PageLink.tsx'
import { TrafficTab } from './TrafficTab.tsx'

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
      title={phrase('Analytics')}
      text={phrase(
        'Measured on this server, without cookies or stored IP addresses. Excludes bots, people with access to the admin area and visitors who opt out of tracking.',
      )}
      actions={
        <Select
          label={phrase('Period')}
          value={period}
          onChange={({ target }) => onPeriod(target.value as Period)}
          help={phrase('Dates are in {zone}.', { zone: zoneLabel() })}
        >
          {PERIODS.map((choice) => (
            <option key={choice} value={choice}>
              {phrase('Last {period}', { period: periodText(choice) })}
            </option>
          ))}
        </Select>
      }
    >
      <VisitorsNow />
      <Tabs label={phrase('Analytics')} tabs={analyticsTabs()} current={tab} onChange={onTab}>
        <Panel period={period} />
      </Tabs>
    </AdminPage>
  )
}

function VisitorsNow() {
  const { data, isError } = useQuery(visitorsNowQuery)
  const { visitors, pages, minutes } = !isError && data ? data : { visitors: null, pages: [], minutes: null }
  return (
    <section aria-label={phrase('On the site now')} className="sheet flex flex-col gap-2 p-4">
      <h2 className="text-14">
        <span className="text-18 font-semibold tabular-nums">
          {visitors === null ? '–' : formatNumber(visitors)}
        </span>{' '}
        {plural(visitors ?? 0, 'visitor on the site now', 'visitors on the site now')}
        {minutes && (
          <span className="text-13 text-muted">
            {' '}
            {phrase('(in the last {minutes} minutes)', { minutes })}
          </span>
        )}
      </h2>
      {pages.length > 0 && (
        <ul className="flex flex-col gap-1 text-13">
          {pages.map((page) => (
            <li key={page.name} className="flex justify-between gap-4">
              <PageLink page={page} />
              <span className="shrink-0 whitespace-nowrap tabular-nums">{formatNumber(page.visitors)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
