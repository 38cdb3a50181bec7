import { type SQL, sql } from 'drizzle-orm'
import type { ExportProgress } from '#kernel/export-states.ts'
import type { Db } from '#platform/database/db.server.ts'
import { createContentDigest } from '#platform/files/content-digest.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import type { ZipWriter } from '#platform/files/zip-writer.server.ts'
import { media } from '#schema/media.ts'
import type { ExportedSite } from '../rules/exported-article.ts'
import {
  filePath,
  LOCAL_SETTINGS,
  OWN_FILE_LIST,
  OWN_FORMAT,
  OWN_HEADER,
  OWN_TABLES,
  OWN_VERSION,
  type OwnFile,
  type OwnHeader,
  rowsPath,
  SUBSCRIBER_TABLE,
} from '../rules/own-format.ts'
import { readStoredFile } from './read-stored-file.server.ts'

/** Few, since a row can have a million characters. */
const ROWS_PER_FETCH = 20

type Options = { site: ExportedSite; bucket: Bucket; withSubscribers: boolean; progress: ExportProgress }

/**
 * Writes an export in Masthead's own format (rules/own-format.ts).
 *
 * @param tx a snapshot of the database
 */
export async function writeOwn(
  tx: Db,
  zip: ZipWriter,
  { site, bucket, withSubscribers, progress }: Options,
): Promise<void> {
  const columns = await listStoredColumns(tx)
  const tables = OWN_TABLES.filter((table) => withSubscribers || table !== SUBSCRIBER_TABLE)
  const header: OwnHeader = {
    format: OWN_FORMAT,
    version: OWN_VERSION,
    createdAt: site.exportedAt.toISOString(),
    siteUrl: site.origin,
    siteName: site.name,
    tables,
  }
  await zip.addText(OWN_HEADER, `${JSON.stringify(header, null, 2)}\n`)
  progress.totalFiles = await tx.$count(media)
  for (const table of tables) {
    const stored = columns.get(table)
    const onRow = () => {
      if (table === 'articles') progress.articles += 1
    }
    if (stored) await zip.addStream(rowsPath(table), lines(readRows(tx, table, stored), onRow))
  }
  const files = new Map<string, OwnFile>()
  for (const query of STORED_FILES) {
    for await (const { text: name } of fetchAll(tx, query)) {
      const file = files.has(name) ? undefined : await addFile(zip, bucket, name)
      if (file) files.set(name, file)
      progress.files = files.size
      progress.totalFiles = Math.max(progress.totalFiles, files.size)
    }
  }
  await zip.addStream(
    OWN_FILE_LIST,
    lines([...files.values()].map((file) => ({ text: JSON.stringify(file) }))),
  )
}

/** Adds a file of the uploads; undefined if it is missing. */
async function addFile(zip: ZipWriter, bucket: Bucket, name: string): Promise<OwnFile | undefined> {
  const content = await readStoredFile(bucket, name)
  if (!content) return undefined
  const digest = createContentDigest()
  await zip.addFile(filePath(name), digest.observe(content))
  return { name, ...digest.finish() }
}

async function* lines(
  rows: AsyncIterable<{ text: string }> | Iterable<{ text: string }>,
  onRow: () => void = () => {},
) {
  for await (const { text } of rows) {
    yield `${text}\n`
    onRow()
  }
}

/** Files of the library, and files in texts that are not in the library. The conditions match partial indexes. */
const STORED_FILES = [
  sql`select file as text from media order by file`,
  sql`select distinct name as text
    from drafts, unnest(upload_names(fields ->> 'imageUrl', fields ->> 'summary', fields ->> 'content')) as name
    where strpos(fields::text, '/storage/article-images/') > 0 and name not in (select name from media)`,
  sql`select distinct name as text from articles, unnest(upload_names(image_url, summary, content)) as name
    where (origin = 'editor' or image_url like '/storage/%') and name not in (select name from media)`,
  sql`select distinct name as text from live_posts, unnest(upload_names('', '', body)) as name
    where strpos(body, '/storage/article-images/') > 0 and name not in (select name from media)`,
  sql`select substr(image_url, length('/storage/article-images/') + 1) as text from embeds where image_url is not null`,
]

/** `key` lists the columns of the primary key. */
export type StoredColumns = { columns: string[]; key: string[] }

/** Returns the columns of each table, without generated ones. */
export async function listStoredColumns(tx: Db): Promise<Map<string, StoredColumns>> {
  const { rows } = await tx.execute<StoredColumns & { name: string }>(sql`
    select relname as name, array_agg(attname::text order by attnum) as columns,
      array_agg(attname::text order by attnum) filter (where attnum = any (
        select unnest(indkey) from pg_index where indrelid = pg_class.oid and indisprimary
      )) as key
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
      and relname in (select jsonb_array_elements_text(${JSON.stringify(OWN_TABLES)}::jsonb))
    group by relname`)
  return new Map(rows.map(({ name, ...columns }) => [name, columns]))
}

/** Orders of tables whose rows refer to earlier rows of the same table, or are numbered when they are stored. */
const ORDERS: Record<string, string> = {
  categories: 'merged_into is not null, ',
  notes: 'at, parent_id is not null, ',
  front_publications: 'seq, ',
  looks: 'seq, ',
}

/** Reads rows as JSON text, since JavaScript numbers cannot hold 64-bit integers. */
function readRows(tx: Db, table: string, { columns, key }: StoredColumns): AsyncGenerator<{ text: string }> {
  const list = (names: readonly string[]) =>
    sql.join(
      names.map((name) => sql.identifier(name)),
      sql`, `,
    )
  const local = sql`where setting_name not in (select jsonb_array_elements_text(${JSON.stringify(LOCAL_SETTINGS)}::jsonb))`
  return fetchAll(
    tx,
    sql`select row_to_json(x)::text as text from (
      select ${list(columns)} from ${sql.identifier(table)} ${table === 'site_settings' ? local : sql``}
      order by ${sql.raw(ORDERS[table] ?? '')}${list(key)}) x`,
  )
}

let cursors = 0

/** Reads the rows of a query with a cursor, which needs a transaction. */
async function* fetchAll(tx: Db, query: SQL): AsyncGenerator<{ text: string }> {
  cursors += 1
  const cursor = sql.identifier(`export_${cursors}`)
  await tx.execute(sql`declare ${cursor} no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await tx.execute<{ text: string }>(
      sql`fetch ${sql.raw(String(ROWS_PER_FETCH))} from ${cursor}`,
    )
    yield* rows
    if (rows.length < ROWS_PER_FETCH) break
  }
  await tx.execute(sql`close ${cursor}`)
}
