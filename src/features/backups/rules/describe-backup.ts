import { formatBytes } from '#kernel/format-bytes.ts'
import type { BackupManifest } from './backup-format.ts'

/** "36 tables with 1,204 rows and 12 uploads (3.4 MB)" */
export function describeBackup({ tables, uploads }: BackupManifest): string {
  const rows = tables.reduce((total, table) => total + table.rows, 0)
  const counts = `${countOf(tables.length, 'table')} with ${countOf(rows, 'row')}`
  return `${counts} and ${countOf(uploads.count, 'upload')} (${formatBytes(uploads.bytes)})`
}

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
}
