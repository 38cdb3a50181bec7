import type { BackupManifest } from './backup-format.ts'

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** "36 tables with 1,204 rows and 12 uploads (3.4 MB)" */
export function describeBackup({ tables, uploads }: BackupManifest): string {
  const rows = tables.reduce((total, table) => total + table.rows, 0)
  const counts = `${countOf(tables.length, 'table')} with ${countOf(rows, 'row')}`
  return `${counts} and ${countOf(uploads.count, 'upload')} (${formatBytes(uploads.bytes)})`
}

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
}

/** "3.4 MB", in powers of 1,000 */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`
}
