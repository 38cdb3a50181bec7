import type { Readable } from 'node:stream'
import type pg from 'pg'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { prepareCopy, readRows, type TableColumns } from '#platform/database/copy-tables.server.ts'
import { dropAllObjects } from '#platform/database/drop-all-objects.server.ts'
import { ArchiveError } from '#platform/files/archive-error.ts'
import { hashContent } from '#platform/files/content-digest.server.ts'
import type { BackupHeader, BackupManifest } from '../rules/backup-format.ts'
import { type LoadOptions, loadBackup } from './load-backup.server.ts'

/**
 * Loads a backup into a scratch database, compares the checksums of its tables, and rolls back.
 *
 * @throws {ArchiveError} if it is incomplete or incorrect
 */
export async function verifyBackup(
  databaseUrl: string,
  source: Readable,
  options: Pick<LoadOptions, 'passphrase' | 'onProgress'>,
): Promise<BackupManifest> {
  const client = new DatabaseClient({ connectionString: databaseUrl })
  await client.connect()
  try {
    await prepareCopy(client)
    await client.query('begin')
    await dropAllObjects(client)
    const { header, manifest } = await loadBackup(client, source, options)
    await compareTables(client, header, manifest)
    await client.query('rollback')
    return manifest
  } finally {
    await client.end()
  }
}

/** @throws {ArchiveError} if a table differs */
export async function compareTables(
  client: pg.ClientBase,
  { tables }: BackupHeader,
  manifest: BackupManifest,
): Promise<void> {
  for (const table of tables) {
    const expected = manifest.tables.find(({ name }) => name === table.name)
    const { rows, sha256 } = await digestTable(client, table)
    if (rows !== expected?.rows || sha256 !== expected.sha256)
      throw new ArchiveError(`The table ${table.name} differs from the backup after it was restored.`)
  }
}

async function digestTable(
  client: pg.ClientBase,
  table: TableColumns,
): Promise<{ rows: number; sha256: string }> {
  const rows = readRows(client, table)
  const sha256 = await hashContent(rows)
  return { rows: rows.rowCount, sha256 }
}
