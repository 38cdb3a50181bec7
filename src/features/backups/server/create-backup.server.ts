import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
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
import { type ArchiveWriter, writeArchive } from '#platform/files/archive-writer.server.ts'
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

const UPLOAD_NAME = /^[\w-][\w.-]{0,199}$/

export type BackupSource = {
  /** Connects as the owner of the tables. */
  databaseUrl: string
  /** Undefined to leave out the uploads. */
  uploadsFolder: string | undefined
}

type BackupOptions = {
  passphrase?: string | undefined
  onProgress?: (step: string) => void
  /** For the encryption key; lower in tests. */
  cost?: number
}

/** Writes one snapshot of the database, and the uploads, while the site is running. */
export async function createBackup(
  { databaseUrl, uploadsFolder }: BackupSource,
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
        if (uploadsFolder !== undefined) {
          onProgress('uploads')
          manifest.uploads = await addUploads(archive, uploadsFolder, onProgress)
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
  const hash = createHash('sha256')
  let bytes = 0
  const rows = readRows(client, table)
  async function* observe() {
    for await (const chunk of rows) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await archive.addStream(tablePath(table.name), observe())
  return { name: table.name, rows: rows.rowCount, bytes, sha256: hash.digest('hex') }
}

/** Uploads never change. Those deleted during the backup are omitted. */
async function addUploads(
  archive: ArchiveWriter,
  folder: string,
  onProgress: (step: string) => void,
): Promise<BackupManifest['uploads']> {
  const total = { count: 0, bytes: 0 }
  const all = (await readdir(folder).catch(ignoreMissing)) ?? []
  const names = all.filter((name) => UPLOAD_NAME.test(name)).sort()
  for (const [index, name] of names.entries()) {
    if (index > 0 && index % UPLOADS_PER_STEP === 0) onProgress(`uploads: ${index} of ${names.length}`)
    const path = join(folder, name)
    const found = await stat(path).catch(ignoreMissing)
    const sha256 = found?.isFile() ? await hashFile(path).catch(ignoreMissing) : undefined
    if (!found || sha256 === undefined) continue
    const file = { name: uploadPath(sha256, name), size: found.size, mtime: found.mtime }
    await archive.addFile(file, createReadStream(path))
    total.count += 1
    total.bytes += found.size
  }
  return total
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
