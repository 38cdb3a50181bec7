/** Dates are shown en-GB in Europe/London whatever the zone of server or reader, so that both print the same. */
const zone = { timeZone: 'Europe/London' } as const

const day = new Intl.DateTimeFormat('en-GB', { ...zone, day: 'numeric', month: 'long', year: 'numeric' })
const shortDay = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const longDay = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const time = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** "21 November 2026" */
export function formatDay(iso: string): string {
  return day.format(new Date(iso))
}

/** "21 Nov 2026", for cards */
export function formatShortDay(iso: string): string {
  return shortDay.format(new Date(iso))
}

/** "Saturday 21 November 2026", for the header */
export function formatLongDay(iso: string): string {
  return longDay.format(new Date(iso)).replace(',', '')
}

/** "21 November 2026 at 14:05" */
export function formatDayAndTime(iso: string): string {
  const date = new Date(iso)
  return `${day.format(date)} at ${time.format(date)}`
}
