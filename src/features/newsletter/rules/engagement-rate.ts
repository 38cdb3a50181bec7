/** The share of subscribers who are active, in whole percent; 0 when there are none (spec §9, Engagement rate). */
export function engagementRate({ active, total }: { active: number; total: number }): number {
  return total === 0 ? 0 : Math.round((active / total) * 100)
}
