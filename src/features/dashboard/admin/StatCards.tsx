import { useCapability } from '#features/access/admin/useCapability.ts'
import { formatResultCount } from '#features/articles/rules/result-count.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { StatCard } from '#ui/admin/StatCard.tsx'
import type { Dashboard } from '../server/dashboard.server.ts'

/** Shows skeletons while `metrics` is null. */
export function StatCards({ metrics }: { metrics: Dashboard['metrics'] | null }) {
  const can = useCapability()
  return (
    <dl
      aria-label={phrase('Statistics')}
      aria-busy={!metrics}
      className="grid grid-cols-2 gap-3 magnified:flex magnified:flex-col max-md:*:odd:last:col-span-2 md:grid-cols-3 xl:grid-cols-5"
    >
      <StatCard label={phrase('Total Articles')} value={metrics && formatKnown(metrics.articles)} />
      <StatCard
        label={phrase('Recent Articles')}
        value={metrics && formatResultCount(metrics.lastDay)}
        note={phrase('Published in the last 24 hours')}
      />
      <StatCard
        label={phrase('Breaking News')}
        value={metrics && formatResultCount(metrics.breaking)}
        note={phrase('Flagged as breaking')}
      />
      {can('newsletter.manage') && (
        <StatCard
          label={phrase('Subscribers')}
          value={metrics && formatKnown(metrics.subscribers)}
          note={metrics && phrase('{active} active', { active: metrics.activeSubscribers ?? 0 })}
        />
      )}
      {can('users.manage') && (
        <StatCard
          label={phrase('Users')}
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
  return [
    plural(administrators ?? 0, '{count} administrator', '{count} administrators'),
    staff && plural(staff, '{count} other staff member', '{count} other staff members'),
  ]
    .filter(Boolean)
    .join(', ')
}
