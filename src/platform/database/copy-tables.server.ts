import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** A table of the schema `public`, without generated columns. */
export type TableColumns = { name: string; columns: string[] }
/** `isCalled`: whether `value` has been used (PostgreSQL, setval). */
export type SequenceValue = { name: string; value: string; isCalled: boolean }

/** Makes values exact and independent of the server, and the rows' order repeatable. */
export async function prepareCopy(client: pg.ClientBase): Promise<void> {
  await client.query(`
    set datestyle = 'ISO, YMD';
    set intervalstyle = 'postgres';
    set timezone = 'UTC';
    set extra_float_digits = 1;
    set bytea_output = 'hex';
    set client_encoding = 'UTF8';
    set synchronize_seqscans = off;
    set statement_timeout = 0;
    set lock_timeout = 0;
    set idle_in_transaction_session_timeout = 0`)
}

/** Lists the tables by name, without those of extensions. */
export async function listTables(client: pg.ClientBase): Promise<TableColumns[]> {
  const { rows } = await client.query(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    group by relname order by relname collate "C"`)
  return rows
}

export async function listSequences(client: pg.ClientBase): Promise<SequenceValue[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
    order by relname collate "C"`)
  const sequences: SequenceValue[] = []
  for (const { name } of rows) {
    const { rows: state } = await client.query(
      `select last_value::text as value, is_called as "isCalled" from public.${client.escapeIdentifier(name)}`,
    )
    sequences.push({ name, ...state[0] })
  }
  return sequences
}

export async function setSequences(
  client: pg.ClientBase,
  sequences: readonly SequenceValue[],
): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${client.escapeIdentifier(name)}`,
      value,
      isCalled,
    ])
}

/** Uses PostgreSQL's text format. `rowCount` is set at the end. */
export function readRows(client: pg.ClientBase, table: TableColumns): Readable & { rowCount: number } {
  return client.query(copyTo(`copy ${describeTable(client, table)} to stdout`))
}

/**
 * Uses PostgreSQL's text format.
 *
 * @returns the number of rows
 */
export async function insertRows(
  client: pg.ClientBase,
  table: TableColumns,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const copy = client.query(copyFrom(`copy ${describeTable(client, table)} from stdin`))
  await pipeline(rows, copy)
  return copy.rowCount
}

function describeTable(client: pg.ClientBase, { name, columns }: TableColumns): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return `public.${client.escapeIdentifier(name)} (${list})`
}

/**
 * Empties all tables, and removes indexes, foreign keys and triggers, which slow down or forbid inserts.
 *
 * @returns a function that restores these
 */
export async function prepareInsert(client: pg.ClientBase): Promise<() => Promise<void>> {
  const tables = (await listTables(client)).map(({ name }) => `public.${client.escapeIdentifier(name)}`)
  const { rows: keys } = await client.query<{ tableName: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "tableName", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = indexrelid and deptype = 'e')
    order by indexrelid`)
  // Tables with pending deferred triggers cannot be changed.
  await client.query('set constraints all immediate')
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  if (tables.length > 0) await client.query(`truncate ${tables.join(', ')} restart identity`)
  for (const { tableName, name } of keys)
    await client.query(`alter table ${tableName} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of indexes) await client.query(definition)
    for (const { tableName, name, definition } of keys)
      await client.query(`alter table ${tableName} add constraint ${name} ${definition}`)
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  }
}
