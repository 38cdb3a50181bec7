import { useCapability } from '#features/access/admin/useCapability.ts'
import { formatResultCount } from '#features/articles/rules/result-count.ts'
import { formatCount, formatNumber } from '#kernel/format-count.ts'
import { StatCard } from '#ui/admin/StatCard.tsx'
import type { Dashboard } from '../server/dashboard.server.ts'

/** Shows skeletons while `metrics` is null. */
export function StatCards({ metrics }: { metrics: Dashboard['metrics'] | null }) {
  const can = useCapability()
  return (
    <dl
      aria-label="Statistics"
      aria-busy={!metrics}
      className="grid grid-cols-2 gap-3 magnified:flex magnified:flex-col max-md:*:odd:last:col-span-2 md:grid-cols-3 xl:grid-cols-5"
    >
      <StatCard label="Total Articles" value={metrics && formatKnown(metrics.articles)} />
      <StatCard
        label="Recent Articles"
        value={metrics && formatResultCount(metrics.lastDay)}
        note="Published in the last 24 hours"
      />
      <StatCard
        label="Breaking News"
        value={metrics && formatResultCount(metrics.breaking)}
        note="Flagged as breaking"
      />
      {can('newsletter.manage') && (
        <StatCard
          label="Subscribers"
          value={metrics && formatKnown(metrics.subscribers)}
          note={metrics && `${formatKnown(metrics.activeSubscribers)} active`}
        />
      )}
      {can('users.manage') && (
        <StatCard
          label="Users"
          value={metrics && formatKnown(metrics.users)}
          note={metrics && rolesText(metrics)}
        />
      )}
    </dl>
  )
}

function formatKnown(number: number | null): string | null {
  return number === null ? null : formatNumber(number)
}

function rolesText({ administrators, staff }: Dashboard['metrics']): string {
  const text = `${formatKnown(administrators)} ${administrators === 1 ? 'administrator' : 'administrators'}`
  return staff ? `${text}, ${formatCount(staff, 'other staff member')}` : text
}
