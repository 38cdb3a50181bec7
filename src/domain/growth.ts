/** How many there are of something that people join, by calendar months of Europe/London. */
export type Joined = {
  total: number
  /** Of these, those who had joined before this month began. */
  beforeThisMonth: number
  lastMonth: number
}

/** How many percent more there are than when this month began; null where there was nobody to compare with. */
export function growthPercent({ total, beforeThisMonth }: Joined): number | null {
  if (beforeThisMonth === 0) return null
  return Math.round(((total - beforeThisMonth) / beforeThisMonth) * 100)
}

/** "+12%", "0%", or null where no month is there to compare with. */
export function growthText(joined: Joined): string | null {
  const percent = growthPercent(joined)
  if (percent === null) return null
  return `${percent > 0 ? '+' : ''}${percent.toLocaleString('en-GB')}%`
}
