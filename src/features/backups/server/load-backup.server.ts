import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import {
  applyMigrations,
  describeUnknownMigrations,
  endsBeforeBaseline,
  findUnknownMigrations,
  LAST_COMMIT_BEFORE_BASELINE,
} from '#platform/database/apply-migrations.server.ts'
import {
  insertRows,
  prepareInsert,
  setSequences,
  type TableColumns,
} from '#platform/database/copy-tables.server.ts'
import { ArchiveError } from '#platform/files/archive-error.ts'
import { type ArchiveEntry, readArchive } from '#platform/files/archive-reader.server.ts'
import { createContentDigest } from '#platform/files/content-digest.server.ts'
import {
  type BackupHeader,
  type BackupManifest,
  type BackupPath,
  MAX_JSON_BYTES,
  parseHeader,
  parseManifest,
  parsePath,
  type TableDigest,
  UPLOADS_PER_STEP,
} from '../rules/backup-format.ts'
import type { StagedUploads } from './staged-uploads.server.ts'

const DAMAGED = 'The backup is damaged: '
const NEWER = 'The backup was made by a newer version of Masthead'
const INSTALL_NEWER = 'Install that version or a later one, then restore again.'
const NOT_A_BACKUP = 'The file is not a backup of Masthead.'
/** SQLSTATE of rows that PostgreSQL cannot read or that break a constraint. */
const INVALID_ROWS = /^2[23]/
/** SQLSTATE classes of content that PostgreSQL cannot read or store: values, constraints, names, sizes. */
const REJECTED = /^(?:0A|2[0-9A-Z]|42|54|P0|XX)/
/** SQLSTATE 42501 (PostgreSQL, appendix A), whose cause is not the backup. */
const INSUFFICIENT_PRIVILEGE = '42501'

export type LoadOptions = {
  passphrase: () => Promise<string>
  /** Without it, uploads are only checked. */
  uploads?: Pick<StagedUploads, 'add'> | undefined
  onProgress?: (step: string) => void
}

type Entry = ArchiveEntry & { path: BackupPath }

/**
 * Loads into a database without tables, in the current transaction. The tables are those of the version that made the backup.
 *
 * @throws {ArchiveError} if the backup is incomplete, damaged, or made by a newer version
 */
export async function loadBackup(
  client: pg.ClientBase,
  source: Readable,
  { passphrase, uploads, onProgress = () => {} }: LoadOptions,
): Promise<{ header: BackupHeader; manifest: BackupManifest }> {
  const entries = createCursor(readArchive(source, { passphrase }))
  try {
    const header = await readHeader(await entries.next())
    await applyMigrations(client, { until: Math.max(...header.migrations.map(({ when }) => when)) })
    const manifest = await explainRejection(() =>
      loadContent(client, header, entries, { uploads, onProgress }),
    )
    return { header, manifest }
  } finally {
    await entries.close()
  }
}

/** Turns errors of PostgreSQL about the content of a backup into an ArchiveError. */
export async function explainRejection<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Drizzle wraps errors.
    const { cause = error } = error as Error
    if (!(cause instanceof pg.DatabaseError)) throw error
    const { code = '', message } = cause
    if (!REJECTED.test(code) || code === INSUFFICIENT_PRIVILEGE) throw error
    throw new ArchiveError(`${DAMAGED}PostgreSQL rejects its content (${message.split('\n', 1)[0]}).`)
  }
}

async function loadContent(
  client: pg.ClientBase,
  header: BackupHeader,
  entries: Cursor,
  { uploads: target, onProgress }: Pick<LoadOptions, 'uploads'> & { onProgress: (step: string) => void },
): Promise<BackupManifest> {
  const finishInsert = await prepareInsert(client)
  const columns = new Map(header.tables.map((table) => [table.name, table]))
  const tables: TableDigest[] = []
  const uploads = { count: 0, bytes: 0 }
  for (let entry = await entries.next(); ; entry = await entries.next()) {
    if (!entry) throw new ArchiveError(`${DAMAGED}its end is missing.`)
    if (entry.path.kind === 'manifest') {
      const manifest = parseManifest(await readText(entry))
      if (!manifest) throw new ArchiveError(`${DAMAGED}its manifest cannot be read.`)
      compare(manifest, { tables, uploads })
      if (await entries.next()) throw new ArchiveError(`${DAMAGED}it continues after its end.`)
      onProgress('indexes')
      await setSequences(client, manifest.sequences)
      await finishInsert()
      return manifest
    }
    if (entry.path.kind === 'header') throw new ArchiveError(`${DAMAGED}it has two headers.`)
    if (entry.path.kind === 'upload') {
      if (uploads.count % UPLOADS_PER_STEP === 0)
        onProgress(uploads.count === 0 ? 'uploads' : `uploads: ${uploads.count}`)
      uploads.count += 1
      uploads.bytes += await readUpload(entry, entry.path, target)
      continue
    }
    const { name } = entry.path
    const table = columns.get(name)
    if (!table) throw new ArchiveError(`${DAMAGED}it contains an unknown table.`)
    if (tables.some((other) => other.name === name))
      throw new ArchiveError(`${DAMAGED}it contains the table ${name} twice.`)
    onProgress(name)
    tables.push(await readTable(client, table, entry, entries))
  }
}

type Cursor = ReturnType<typeof createCursor>

/** Entries can be put back. */
function createCursor(archive: AsyncGenerator<ArchiveEntry>) {
  let returned: Entry | undefined
  let isFirst = true
  return {
    async next(): Promise<Entry | undefined> {
      const again = returned
      returned = undefined
      if (again) return again
      const { value, done } = await archive.next()
      if (done) return undefined
      const path = parsePath(value.name)
      if (!path)
        throw new ArchiveError(
          isFirst ? NOT_A_BACKUP : `${DAMAGED}it contains the unknown file ${JSON.stringify(value.name)}.`,
        )
      isFirst = false
      return { ...value, path }
    },
    unread(entry: Entry): void {
      returned = entry
    },
    async close(): Promise<void> {
      await archive.return(undefined)
    },
  }
}

async function readHeader(entry: Entry | undefined): Promise<BackupHeader> {
  const header = entry?.path.kind === 'header' ? parseHeader(await readText(entry)) : undefined
  if (header === undefined) throw new ArchiveError(NOT_A_BACKUP)
  if (header === 'newer') throw new ArchiveError(`${NEWER}. ${INSTALL_NEWER}`)
  if (endsBeforeBaseline(header.migrations))
    throw new ArchiveError(
      `The backup was created by a development version that is older than Masthead 0.1.0. Restore it with Masthead from commit ${LAST_COMMIT_BEFORE_BASELINE}, start that version once, and create a new backup.`,
    )
  const unknown = findUnknownMigrations(header.migrations)
  if (unknown.length > 0)
    throw new ArchiveError(`${NEWER}: ${describeUnknownMigrations(unknown)}. ${INSTALL_NEWER}`)
  return header
}

async function readText(entry: ArchiveEntry): Promise<string> {
  if (entry.size > MAX_JSON_BYTES) throw new ArchiveError(`${DAMAGED}${entry.name} is too large.`)
  return text(entry.content)
}

async function readTable(
  client: pg.ClientBase,
  table: TableColumns,
  first: Entry,
  entries: Cursor,
): Promise<TableDigest> {
  const digest = createContentDigest()
  async function* readParts() {
    for (let entry: Entry | undefined = first; entry; entry = await entries.next()) {
      if (entry.path.kind !== 'table' || entry.path.name !== table.name) {
        entries.unread(entry)
        return
      }
      yield* digest.observe(entry.content)
    }
  }
  const rows = await insertRows(client, table, readParts()).catch((error) => {
    throw INVALID_ROWS.test(error.code)
      ? new ArchiveError(`${DAMAGED}the table ${table.name} was altered.`)
      : error
  })
  return { name: table.name, rows, ...digest.finish() }
}

/** @returns the number of bytes */
async function readUpload(
  { content, mtime, size }: ArchiveEntry,
  { name, sha256 }: { name: string; sha256: string },
  target: LoadOptions['uploads'],
): Promise<number> {
  const digest = createContentDigest()
  const observed = digest.observe(content)
  let store: (() => Promise<void>) | undefined
  if (!target) for await (const _ of observed);
  else {
    if (Number.isNaN(mtime.getTime())) throw new ArchiveError(`${DAMAGED}the upload ${name} has no date.`)
    store = await target.add({ name, sha256, mtime }, observed)
  }
  if (digest.finish().sha256 !== sha256) throw new ArchiveError(`${DAMAGED}the upload ${name} was altered.`)
  await store?.()
  return size
}

function compare(
  expected: BackupManifest,
  found: { tables: TableDigest[]; uploads: BackupManifest['uploads'] },
): void {
  const tables = new Map(found.tables.map((table) => [table.name, table]))
  for (const { name, rows, sha256 } of expected.tables) {
    const table = tables.get(name)
    if (table?.rows !== rows || table.sha256 !== sha256)
      throw new ArchiveError(`${DAMAGED}the table ${name} was altered.`)
  }
  const { count, bytes } = expected.uploads
  if (
    found.uploads.count !== count ||
    found.uploads.bytes !== bytes ||
    tables.size !== expected.tables.length
  )
    throw new ArchiveError(`${DAMAGED}it is incomplete.`)
}
