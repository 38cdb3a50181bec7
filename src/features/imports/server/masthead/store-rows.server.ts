import { type SQLChunk, sql } from 'drizzle-orm'
import { listStoredColumns, type StoredColumns } from '#features/exports/server/write-own.server.ts'
import type { Db } from '#platform/database/db.server.ts'

/** A new site has rows with their defaults, which those of the paper replace. */
const REPLACED = ['site_settings', 'categories']
/** Columns that this site numbers itself: imported looks come after its own, and readers see the newest. */
const NUMBERED_HERE = ['looks.seq']

/** The columns of the tables in this version. */
export type PaperTables = {
  columns: ReadonlyMap<string, StoredColumns>
  /** Columns that name an account, as `table.column`. */
  accounts: ReadonlySet<string>
}

export async function readPaperTables(db: Db): Promise<PaperTables> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select conrelid::regclass::text || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'users'::regclass`)
  return { columns: await listStoredColumns(db), accounts: new Set(rows.map(({ name }) => name)) }
}

/**
 * Stores rows as they were exported. Those that exist stay as they are, so that an interrupted import continues. Columns that this
 * version does not have are left out, and columns that the rows do not have get their defaults. Accounts that do not exist here are
 * left out.
 *
 * @param lines JSON, all with the same columns
 */
export async function storeRows(
  tx: Db,
  tables: PaperTables,
  table: string,
  lines: readonly string[],
): Promise<void> {
  const stored = tables.columns.get(table)
  const [first] = lines
  if (!stored || first === undefined) return
  const given = new Set(Object.keys(JSON.parse(first)))
  const names = stored.columns.filter(
    (name) => given.has(name) && !NUMBERED_HERE.includes(`${table}.${name}`),
  )
  const list = (write: (name: string) => SQLChunk) => sql.join(names.map(write), sql`, `)
  const id = sql.identifier
  const values = list((name) =>
    tables.accounts.has(`${table}.${name}`)
      ? sql`(select id from users where users.id = x.${id(name)})`
      : sql`x.${id(name)}`,
  )
  const key = sql.join(stored.key.map(id), sql`, `)
  const conflict = REPLACED.includes(table)
    ? sql`(${key}) do update set ${list((name) => sql`${id(name)} = excluded.${id(name)}`)}`
    : sql`do nothing`
  await tx.execute(sql`
    insert into ${id(table)} (${list((name) => id(name))}) overriding system value
    select ${values} from json_populate_recordset(null::${id(table)}, ${`[${lines.join(',')}]`}::json) x
    on conflict ${conflict}`)
}
