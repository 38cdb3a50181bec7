import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { type Database, openDatabase } from '#platform/database/db.server.ts'
import { loadCollations } from '#platform/database/name-order.server.ts'
import { databaseUrl, TEMPLATE } from './global-setup.ts'

export type TestDatabase = Database & { drop(): Promise<void> }

type Copy = {
  database: Database
  drop(): Promise<void>
  fingerprint: string
  settings: string
  categories: string
}

/** Unused databases with open connections, of earlier tests: making another one takes several times as long. */
const unused: Copy[] = []

/** `drop` empties the database for a later test, and drops it if a test has changed more than its rows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const copy = unused.pop() ?? (await copyTemplate())
  return {
    ...copy.database,
    async drop() {
      if (await isReusable(copy)) unused.push(copy)
      else await copy.drop()
    },
  }
}

async function copyTemplate(): Promise<Copy> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const database = openDatabase(databaseUrl(server, name), () => {})
  await loadCollations(database.db)
  const { rows } = await database.pool.query(
    `select (select json_agg(site_settings)::text from site_settings) as settings,
      (select json_agg(categories)::text from categories) as categories`,
  )
  return {
    database,
    async drop() {
      await database.close()
      await administer(server, `drop database ${name} with (force)`)
    },
    fingerprint: await readFingerprint(database),
    ...rows[0],
  }
}

/** Empties the database. @returns whether it then equals the template, and all connections are free */
async function isReusable({ database, fingerprint, settings, categories }: Copy): Promise<boolean> {
  const { pool } = database
  if (pool.ended || pool.totalCount > pool.idleCount) return false
  if ((await readFingerprint(database)) !== fingerprint) return false
  await pool.query(EMPTY_TABLES)
  const filled = await pool.query<{ name: string }>(FILLED_TABLES)
  if (filled.rows.length > 0) await pool.query(`vacuum ${filled.rows.map(({ name }) => name).join()}`)
  await pool.query(CLEAR_STATISTICS)
  await pool.query(
    'insert into site_settings select * from json_populate_recordset(null::site_settings, $1)',
    [settings],
  )
  await pool.query('insert into categories select * from json_populate_recordset(null::categories, $1)', [
    categories,
  ])
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  for (const client of clients) {
    await client.query('reset all; unlisten *; select pg_advisory_unlock_all(); discard temp')
    client.release()
  }
  return true
}

const TABLES = `pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
const FILLED_TABLES = `select oid::regclass::text as name from ${TABLES} and pg_relation_size(oid) > 0`

const EMPTY_TABLES = `
  do $$ declare name regclass; begin
    set local session_replication_role = replica;
    for name in ${FILLED_TABLES.replace('::text', '')} loop execute 'delete from ' || name; end loop;
    for name in select oid from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace loop
      perform setval(name, 1, false);
    end loop;
  end $$`

/** Plans depend on them. */
const CLEAR_STATISTICS = `
  select pg_clear_attribute_stats(schemaname, tablename, attname, inherited) from pg_stats where schemaname = 'public';
  select pg_clear_relation_stats('public', relname) from pg_class
    where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace and reltuples >= 0`

/** Everything of a database but its rows, and whether it has become large. */
async function readFingerprint({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ fingerprint: string }>(`
    select md5(string_agg(part, '' order by part)) as fingerprint from (
      select format('%s %s %s %s %s', relname, relkind, relhastriggers, reloptions, relacl) as part
        from ${TABLES.replace("relkind = 'r'", "relkind <> 't'")}
      union all select format('%s %s %s %s', attrelid, attname, atttypid, attnotnull) from pg_attribute
        join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace
      union all select format('%s %s', proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
      union all select format('%s %s %s', tgrelid, tgname, tgenabled) from pg_trigger
      union all select format('%s %s', conrelid, conname) from pg_constraint where connamespace = 'public'::regnamespace
      union all select format('%s %s', nspname, nspacl) from pg_namespace where nspname !~ '^pg_'
      union all select format('%s %s', setconfig, setrole) from pg_db_role_setting
      union all select hash || created_at from drizzle.__drizzle_migrations
      union all select (pg_database_size(current_database()) > ${MAX_BYTES})::text
    ) as parts`)
  return rows[0]?.fingerprint ?? ''
}

const MAX_BYTES = 40_000_000

async function administer(url: string, statement: string): Promise<void> {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
