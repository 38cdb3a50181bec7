import { Readable, type Writable } from 'node:stream'
import type pg from 'pg'
import { listAppliedMigrations } from '#platform/database/apply-migrations.server.ts'
import { DatabaseClient } from '#platform/database/client.server.ts'
import {
  listSequences,
  listTables,
  prepareCopy,
  readRows,
  type TableColumns,
} from '#platform/database/copy-tables.server.ts'
import { ArchiveError } from '#platform/files/archive-error.ts'
import { type ArchiveWriter, writeArchive } from '#platform/files/archive-writer.server.ts'
import { createContentDigest, hashContent } from '#platform/files/content-digest.server.ts'
import { type Bucket, nullIfMissing } from '#platform/files/storage.server.ts'
import {
  type BackupHeader,
  type BackupManifest,
  FORMAT,
  HEADER_FILE,
  MANIFEST_FILE,
  type TableDigest,
  tablePath,
  UPLOADS_PER_STEP,
  uploadPath,
} from '../rules/backup-format.ts'

export type BackupSource = {
  /** Connects as the owner of the tables. */
  databaseUrl: string
  /** Undefined to leave out the uploads. */
  uploads: Bucket | undefined
}

type BackupOptions = {
  passphrase?: string | undefined
  onProgress?: (step: string) => void
  /** For the encryption key; lower in tests. */
  cost?: number
}

/** Writes one snapshot of the database, and the uploads, while the site is running. */
export async function createBackup(
  { databaseUrl, uploads }: BackupSource,
  target: Writable,
  { passphrase, cost, onProgress = () => {} }: BackupOptions = {},
): Promise<BackupManifest> {
  const client = new DatabaseClient({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'backup',
  })
  await client.connect()
  try {
    await prepareCopy(client)
    await client.query('begin transaction isolation level repeatable read, read only')
    const tables = await listTables(client)
    const header: BackupHeader = {
      format: FORMAT,
      createdAt: new Date().toISOString(),
      migrations: await listAppliedMigrations(client),
      tables,
    }
    const manifest: BackupManifest = { tables: [], sequences: [], uploads: { count: 0, bytes: 0 } }
    await writeArchive(target, {
      passphrase,
      ...(cost !== undefined && { cost }),
      async write(archive) {
        await archive.addText(HEADER_FILE, JSON.stringify(header))
        for (const table of tables) {
          onProgress(table.name)
          manifest.tables.push(await addTable(archive, client, table))
        }
        manifest.sequences = await listSequences(client)
        await client.query('commit')
        if (uploads) {
          onProgress('uploads')
          manifest.uploads = await addUploads(archive, uploads, onProgress)
        }
        await archive.addText(MANIFEST_FILE, JSON.stringify(manifest))
      },
    })
    return manifest
  } finally {
    // Also ends an unfinished COPY.
    client.connection.stream.destroy()
  }
}

async function addTable(
  archive: ArchiveWriter,
  client: pg.ClientBase,
  table: TableColumns,
): Promise<TableDigest> {
  const digest = createContentDigest()
  const rows = readRows(client, table)
  await archive.addStream(tablePath(table.name), digest.observe(rows))
  return { name: table.name, rows: rows.rowCount, ...digest.finish() }
}

/** Uploads never change. Those deleted during the backup are omitted. */
async function addUploads(
  archive: ArchiveWriter,
  uploads: Bucket,
  onProgress: (step: string) => void,
): Promise<BackupManifest['uploads']> {
  const total = { count: 0, bytes: 0 }
  const files = await uploads.list()
  for (const [index, { name }] of files.entries()) {
    if (index > 0 && index % UPLOADS_PER_STEP === 0) onProgress(`uploads: ${index} of ${files.length}`)
    const found = await uploads.find(name)
    // S3-compatible storage has the hash, so that the file is read once.
    const sha256 =
      found?.sha256 ?? (found && (await uploads.stream(name).then(hashContent).catch(nullIfMissing)))
    if (!found || !sha256) continue
    const content = await uploads.stream(name).catch(nullIfMissing)
    if (!content) continue
    const digest = createContentDigest()
    const file = { name: uploadPath(sha256, name), size: found.bytes, mtime: found.modifiedAt }
    await archive.addFile(file, Readable.from(digest.observe(content), { objectMode: false }))
    if (digest.finish().sha256 !== sha256)
      throw new ArchiveError(`The upload ${name} is damaged: its content in ${uploads.address} has changed.`)
    total.count += 1
    total.bytes += found.bytes
  }
  return total
}
