import { createFileRoute } from '@tanstack/react-router'
import { AnalyticsScreen } from '#features/analytics/admin/AnalyticsScreen.tsx'
import { type AnalyticsTab, isAnalyticsTab, isPeriod } from '#features/analytics/rules/analytics-params.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/analytics')({
  validateSearch: ({ tab, period }: Record<string, unknown>) => ({
    tab: isAnalyticsTab(tab) && tab !== 'overview' ? tab : undefined,
    period: isPeriod(period) && period !== '30d' ? period : undefined,
  }),
  head: () => ({ meta: [{ title: phrase('Analytics | Admin') }] }),
  component: Analytics,
})

function Analytics() {
  const { tab = 'overview', period = '30d' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AnalyticsScreen
      tab={tab}
      period={period}
      onTab={(next: AnalyticsTab) =>
        void navigate({
          search: (before) => ({ ...before, tab: next === 'overview' ? undefined : next }),
          resetScroll: false,
        })
      }
      onPeriod={(next) =>
        void navigate({
          search: (before) => ({ ...before, period: next === '30d' ? undefined : next }),
          resetScroll: false,
        })
      }
    />
  )
}
