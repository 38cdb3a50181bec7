import { formatBytes } from '#kernel/format-bytes.ts'
import { formatCount } from '#kernel/format-count.ts'
import type { BackupManifest } from './backup-format.ts'

/** "36 tables with 1,204 rows and 12 uploads (3.4 MB)" */
export function describeBackup({ tables, uploads }: BackupManifest): string {
  const rows = tables.reduce((total, table) => total + table.rows, 0)
  const counts = `${formatCount(tables.length, 'table')} with ${formatCount(rows, 'row')}`
  return `${counts} and ${formatCount(uploads.count, 'upload')} (${formatBytes(uploads.bytes)})`
}
