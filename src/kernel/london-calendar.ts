/** Uses Intl: not for reader pages (see dates.ts). */
const zone = { timeZone: 'Europe/London' } as const

const month = new Intl.DateTimeFormat('en-GB', { ...zone, month: 'long' })
const isoDay = new Intl.DateTimeFormat('sv-SE', zone)

/** "November" */
export function formatMonth(iso: string): string {
  return month.format(new Date(iso))
}

/** "October", the month before `iso` */
export function formatMonthBefore(iso: string): string {
  const [year = 0, number = 1] = londonDay(iso).split('-').map(Number)
  return month.format(Date.UTC(year, number - 2, 15))
}

/** "2026-11-21" */
export function londonDay(iso: string): string {
  return isoDay.format(new Date(iso))
}
