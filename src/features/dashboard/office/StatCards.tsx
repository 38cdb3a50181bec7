import { StatCard } from '#ui/office/StatCard.tsx'
import { formatCount } from '../rules/approximate-count.ts'
import type { Figures } from '../server/dashboard-metrics.server.ts'

/** The dashboard's stat cards; null is what is not known yet. */
export function StatCards({ figures }: { figures: Figures | null }) {
  return (
    <dl
      aria-label="Figures"
      aria-busy={!figures}
      className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5"
    >
      <StatCard label="Total Articles" value={figures && formatCount(figures.articles)} />
      <StatCard
        label="Recent Articles"
        value={figures && formatCount(figures.lastDay)}
        note="Published in the last 24 hours"
      />
      <StatCard
        label="Breaking News"
        value={figures && formatCount(figures.breaking)}
        note="Flagged as breaking"
      />
      <StatCard
        label="Subscribers"
        value={figures && count(figures.subscribers)}
        note={figures && `${count(figures.activeSubscribers)} active`}
      />
      <StatCard
        label="Users"
        value={figures && count(figures.users)}
        note={figures && administratorsText(figures.administrators)}
      />
    </dl>
  )
}

function count(number: number): string {
  return number.toLocaleString('en-GB')
}

function administratorsText(administrators: number): string {
  return `${count(administrators)} ${administrators === 1 ? 'administrator' : 'administrators'}`
}
