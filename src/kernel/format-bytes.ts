const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** "3.4 MB" or "50 MB", in powers of 1,000 */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${Number(value.toFixed(1))} ${UNITS[unit]}`
}
