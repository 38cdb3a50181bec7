import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { projectFile } from '#platform/project-file.server.ts'

/** `when` identifies a migration (drizzle's journal). */
export type AppliedMigration = { hash: string; when: number }

/** The migrations of a database, oldest first. */
export async function listAppliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query(
    'select hash, created_at::float8 as "when" from drizzle.__drizzle_migrations order by created_at',
  )
  return rows
}

/** The migrations of this version, oldest first. */
export function listKnownMigrations(): AppliedMigration[] {
  return readMigrations().map(({ hash, folderMillis }) => ({ hash, when: folderMillis }))
}

/**
 * Applies migrations in the current transaction, as `migrateDatabase` does in its own.
 *
 * @param range.after the newest applied one
 * @param range.until the last one to apply
 */
export async function applyMigrations(
  client: pg.ClientBase,
  range: { after?: number; until?: number },
): Promise<void> {
  const { after = 0, until = Number.POSITIVE_INFINITY } = range
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { sql, hash, folderMillis } of readMigrations()) {
    if (folderMillis <= after || folderMillis > until) continue
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}

function readMigrations() {
  return readMigrationFiles({ migrationsFolder: projectFile('migrations') })
}
