import { hash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  filePath,
  LOCAL_SETTINGS,
  OWN_FILE_LIST,
  OWN_FORMAT,
  OWN_HEADER,
  OWN_TABLES,
  OWN_VERSION,
  type OwnHeader,
  PAPER_MARK,
  rowsPath,
} from '#features/exports/rules/own-format.ts'
import { MAX_BYTES } from '#features/media/rules/media-kind.ts'
import type { ImportedKind } from '#kernel/import-states.ts'
import { parseJson } from '#kernel/parameters.ts'
import type { Db } from '#platform/database/db.server.ts'
import { createContentDigest } from '#platform/files/content-digest.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { ImportError, type PaperEntry } from '../../rules/import-item.ts'
import { type ArchiveFiles, readArchiveFile } from '../archive-files.server.ts'
import { readPaperTables, storeRows } from './store-rows.server.ts'

const MAX_HEADER_BYTES = 100_000
/** An article has about two million characters at most, some of which JSON escapes. */
const MAX_LINE_BYTES = 20_000_000
const LINE_FEED = 10
const MAX_LINES = 500
const MAX_LINES_LENGTH = 1_000_000

const headerSchema = z.object({
  format: z.literal(OWN_FORMAT),
  version: z.number(),
  createdAt: z.string(),
  siteUrl: z.string(),
  siteName: z.string(),
  tables: z.array(z.string()).max(100),
})

const fileSchema = z.object({
  name: z.string().regex(/^[\w-][\w.-]{0,199}$/),
  bytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

type Services = {
  db: Db
  bucket: Bucket
  /** For temporary files. */
  dir: string
}

/**
 * Reads the header of an export in our own format; null if the archive is another one.
 *
 * @throws ImportError if a later version wrote it
 */
export async function readOwnHeader(files: ArchiveFiles): Promise<OwnHeader | null> {
  const bytes = await readArchiveFile(files, OWN_HEADER, MAX_HEADER_BYTES)
  if (!bytes) return null
  const { data } = headerSchema.safeParse(parseJson(bytes.toString()))
  if (!data) return null
  if (data.version > OWN_VERSION)
    throw new ImportError('A later version of Masthead wrote this export. Update this site first.')
  return data
}

/**
 * Restores a paper from an export in our own format, with its ids, drafts and histories. Run it again to continue after an
 * interruption.
 *
 * @throws ImportError if this site has another paper already, or the export is damaged
 */
export async function restorePaper(
  { db, bucket, dir }: Services,
  files: ArchiveFiles,
  header: OwnHeader,
  record: (tx: Db, entries: readonly PaperEntry[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await claimPaper(db, header)
  // Before the articles that show them.
  for await (const line of readLines(files, OWN_FILE_LIST)) {
    signal.throwIfAborted()
    const { data } = fileSchema.safeParse(parseJson(line))
    if (!data) throw damaged(OWN_FILE_LIST)
    await restoreFile({ bucket, dir }, files, data)
  }
  const tables = await readPaperTables(db)
  for (const table of OWN_TABLES) {
    if (!header.tables.includes(table)) continue
    for await (const lines of batches(readRows(files, table))) {
      signal.throwIfAborted()
      await db.transaction(async (tx) => {
        await record(tx, entriesOf(table, lines))
        await storeRows(tx, tables, table, lines)
      })
    }
    await advanceSequences(db, table)
  }
}

/** Lists the entries of an export that reports count, such as articles, but not revisions. */
export async function* listContents(files: ArchiveFiles, header: OwnHeader): AsyncGenerator<PaperEntry> {
  for (const table of Object.keys(COUNTED)) {
    if (!header.tables.includes(table)) continue
    for await (const line of readLines(files, rowsPath(table))) yield* entriesOf(table, [line])
  }
}

const COUNTED: Record<string, ImportedKind> = {
  articles: 'article',
  authors: 'person',
  topics: 'topic',
  media: 'file',
  redirects: 'redirect',
  newsletter_subscribers: 'subscriber',
}

const entrySchema = z.object({
  id: z.uuid(),
  title: z.string().optional(),
  name: z.string().optional(),
  from_path: z.string().optional(),
  email: z.string().optional(),
})

function entriesOf(table: string, lines: readonly string[]): PaperEntry[] {
  const kind = COUNTED[table]
  if (!kind) return []
  return lines.map((line) => {
    const { data } = entrySchema.safeParse(parseJson(line))
    if (!data) throw damaged(rowsPath(table))
    const { id, title = data.name ?? data.from_path ?? data.email ?? '' } = data
    return { kind, key: id, hash: hash('sha256', line), title, ourId: id }
  })
}

/** Marks the site as that of the paper. A site with other articles is refused, since ids might collide. */
async function claimPaper(db: Db, header: OwnHeader): Promise<void> {
  const mark = `${header.siteUrl} ${header.createdAt}`
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ isFree: boolean }>(sql`
      select exists (select from site_settings where setting_name = ${PAPER_MARK} and setting_value = ${mark})
        or not exists (select from articles where origin <> 'sample') and not exists (select from drafts) as "isFree"`)
    if (!rows[0]?.isFree)
      throw new ImportError(
        'This site already has articles. An export in the format of Masthead is imported into a new site.',
      )
    await tx.execute(sql`insert into site_settings values (${PAPER_MARK}, ${mark})
      on conflict (setting_name) do update set setting_value = excluded.setting_value`)
  })
}

/** Stores a file, unless it is there. */
async function restoreFile(
  { bucket, dir }: Pick<Services, 'bucket' | 'dir'>,
  files: ArchiveFiles,
  { name, bytes, sha256 }: z.infer<typeof fileSchema>,
): Promise<void> {
  if (await bucket.has(name)) return
  const content = await files.open(filePath(name), Math.min(bytes, MAX_BYTES.video))
  if (!content) throw new ImportError(`The export does not contain the file ${name}. Export the paper again.`)
  await mkdir(dir, { recursive: true })
  const path = join(dir, randomUUID())
  try {
    const digest = createContentDigest()
    await pipeline(digest.observe(content), createWriteStream(path, { flags: 'wx' }))
    if (digest.finish().sha256 !== sha256) throw damaged(filePath(name))
    await bucket.putFile(name, path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Leaves out settings that belong to another site or machine. */
async function* readRows(files: ArchiveFiles, table: string): AsyncGenerator<string> {
  for await (const line of readLines(files, rowsPath(table))) {
    const row = parseJson(line)
    if (typeof row !== 'object' || row === null) throw damaged(rowsPath(table))
    const isLocal = 'setting_name' in row && LOCAL_SETTINGS.includes(String(row.setting_name))
    if (table !== 'site_settings' || !isLocal) yield line
  }
}

/** Splits at line feeds only, unlike node:readline: JSON may contain U+2028. */
async function* readLines(files: ArchiveFiles, name: string): AsyncGenerator<string> {
  const content = await files.open(name)
  if (!content) return
  let parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of content) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const line = Buffer.concat([...parts, chunk.subarray(start, end)]).toString()
      parts = []
      length = 0
      start = end + 1
      if (line) yield line
    }
    parts.push(chunk.subarray(start))
    length += chunk.length - start
    // Bounds the memory of a line without an end.
    if (length > MAX_LINE_BYTES) throw damaged(name)
  }
  if (length > 0) yield Buffer.concat(parts).toString()
}

async function* batches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  let length = 0
  for await (const line of lines) {
    batch.push(line)
    length += line.length
    if (batch.length < MAX_LINES && length < MAX_LINES_LENGTH) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

/** Continues the numbers of new rows after those of the paper. */
async function advanceSequences(db: Db, table: string): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = to_regclass(${table}) and attidentity <> '' and not attisdropped`)
  for (const { name } of rows)
    await db.execute(sql`
      select setval(pg_get_serial_sequence(${table}, ${name}), greatest(
        (select coalesce(max(${sql.identifier(name)}), 0) + 1 from ${sql.identifier(table)}),
        nextval(pg_get_serial_sequence(${table}, ${name}))), false)`)
}

function damaged(name: string): ImportError {
  return new ImportError(`The export is damaged: ${name} is not valid. Export the paper again.`)
}
