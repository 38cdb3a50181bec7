import { figureText } from '#domain/figure.ts'
import { StatCard } from '#ui/admin/StatCard.tsx'
import type { Figures } from '../figures.server.ts'

/** The dashboard's stat cards. */
export function FigureCards({ figures }: { figures: Figures }) {
  const { articles, lastDay, breaking, users, administrators, subscribers, activeSubscribers } = figures
  return (
    <dl aria-label="Figures" className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
      <StatCard label="Total Articles" value={figureText(articles)} />
      <StatCard label="Recent Articles" value={figureText(lastDay)} note="Published in the last 24 hours" />
      <StatCard label="Breaking News" value={figureText(breaking)} note="Flagged as breaking" />
      <StatCard label="Subscribers" value={count(subscribers)} note={`${count(activeSubscribers)} active`} />
      <StatCard label="Users" value={count(users)} note={administratorsText(administrators)} />
    </dl>
  )
}

function count(number: number): string {
  return number.toLocaleString('en-GB')
}

function administratorsText(administrators: number): string {
  return `${count(administrators)} ${administrators === 1 ? 'administrator' : 'administrators'}`
}
