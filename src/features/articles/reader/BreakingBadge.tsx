/** The mark of a breaking story. */
export function BreakingBadge() {
  return <span className="label bg-brand px-2 text-on-brand">Breaking News</span>
}
