import { setTimeout as delay } from 'node:timers/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { formatCount } from '#kernel/format-count.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import { RELEASE } from '#platform/process/release.server.ts'

/**
 * A statement that waits for the lock of a long query, such as a backup, blocks all later queries of the table. So it
 * gives up soon, and tries again.
 */
const LOCK_TIMEOUT_MS = 300
const LOCK_RETRY_MS = 300
/** SQLSTATE 55P03 (PostgreSQL, appendix A). */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * `when` identifies a migration (drizzle's journal). `release` is the version of Masthead that applied it; missing if
 * that version did not record it.
 */
export type AppliedMigration = { hash: string; when: number; release?: string | null | undefined }

/** `cause` is the error of PostgreSQL. */
export class MigrationError extends Error {
  override name = 'MigrationError'
  readonly statement: string

  constructor(statement: string, cause: Error) {
    super(cause.message, { cause })
    this.statement = statement
  }
}

/** Oldest first. */
export async function listAppliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  // Earlier versions have created the table without the column "release".
  const { rows } = await client.query(
    `select hash, created_at::float8 as "when", to_jsonb(applied) ->> 'release' as release
     from drizzle.__drizzle_migrations as applied order by created_at`,
  )
  return rows
}

/** Oldest first. */
export function listKnownMigrations(folder?: string): { hash: string; when: number }[] {
  return readMigrations(folder).map(({ hash, folderMillis }) => ({ hash, when: folderMillis }))
}

/** Returns those of `applied` that this version of Masthead does not include. Texts of known ones may differ. */
export function findUnknownMigrations<M extends { when: number }>(
  applied: readonly M[],
  folder?: string,
): M[] {
  const [baseline, ...later] = listKnownMigrations(folder).map(({ when }) => when)
  return applied.filter(({ when }) => when > (baseline ?? 0) && !later.includes(when))
}

/** Whether the database has only some of the development migrations that the baseline replaces. */
export function endsBeforeBaseline(applied: readonly { when: number }[], folder?: string): boolean {
  const [baseline] = listKnownMigrations(folder)
  return applied.length > 0 && !applied.some(({ when }) => when >= (baseline?.when ?? 0))
}

/** The last commit with the migrations that the baseline replaces. */
export const LAST_COMMIT_BEFORE_BASELINE = '7199ba79'

/** Says what applied the newest of the unknown migrations. */
export function describeUnknownMigrations(unknown: readonly AppliedMigration[]): string {
  const release = unknown.at(-1)?.release
  const origin =
    release === RELEASE
      ? `another build of Masthead ${RELEASE}`
      : `Masthead ${release ?? 'of a later version'}`
  return `${origin} has applied ${formatCount(unknown.length, 'migration')} that this version, ${RELEASE}, does not know`
}

/**
 * Applies migrations in the current transaction.
 *
 * @param range.after the newest applied one
 * @param range.until the last one to apply
 */
export async function applyMigrations(
  client: pg.ClientBase,
  range: { after?: number; until?: number },
): Promise<void> {
  const { after = 0, until = Number.POSITIVE_INFINITY } = range
  await createJournal(client)
  for (const { sql, hash, folderMillis } of readMigrations()) {
    if (folderMillis <= after || folderMillis > until) continue
    for (const statement of sql) await client.query(statement)
    await recordMigration(client, { hash, when: folderMillis })
  }
}

/**
 * Applies each migration in its own transaction, so that its locks block readers only briefly. After an interruption, the
 * next call continues.
 *
 * @throws {StartupError} if the database is newer than this version of Masthead, or older than the baseline
 * @throws {MigrationError} The failed migration was not applied; those before it were.
 */
export async function applyPendingMigrations(
  client: pg.ClientBase,
  folder: string = projectFile('migrations'),
  onProgress: (number: number, count: number) => void = () => {},
): Promise<void> {
  await createJournal(client)
  const pending = findPendingMigrations(await listAppliedMigrations(client), folder)
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
  for (const [index, { sql, hash, folderMillis }] of pending.entries()) {
    onProgress(index + 1, pending.length)
    await client.query('begin')
    try {
      for (const statement of sql) await applyStatement(client, statement)
      await recordMigration(client, { hash, when: folderMillis })
      await client.query('commit')
    } catch (error) {
      // A lost connection has no transaction.
      await client.query('rollback').catch(() => {})
      throw error
    }
  }
}

/**
 * Counts the migrations that have yet to be applied. Changes nothing.
 *
 * @throws {StartupError} if the database is newer than this version of Masthead, or older than the baseline
 */
export async function countPendingMigrations(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  const applied = rows[0]?.exists ? await listAppliedMigrations(client) : []
  return findPendingMigrations(applied, projectFile('migrations')).length
}

/** @throws {StartupError} */
function findPendingMigrations(applied: readonly AppliedMigration[], folder: string) {
  if (endsBeforeBaseline(applied, folder))
    throw new StartupError(
      `The database was created by a development version that is older than Masthead 0.1.0. To complete its migrations, start Masthead from commit ${LAST_COMMIT_BEFORE_BASELINE} once. Then start this version again.`,
    )
  const unknown = findUnknownMigrations(applied, folder)
  if (unknown.length > 0)
    throw new StartupError(
      `The database is newer than this version of Masthead: ${describeUnknownMigrations(unknown)}. Install that version or a later one. To return to ${RELEASE}, restore a backup from before the upgrade: see "Upgrade" in docs/operations.md.`,
    )
  const newest = applied.at(-1)?.when ?? 0
  return readMigrations(folder).filter(({ folderMillis }) => folderMillis > newest)
}

async function applyStatement(client: pg.ClientBase, statement: string): Promise<void> {
  for (;;) {
    await client.query('savepoint statement')
    try {
      await client.query(statement)
      await client.query('release savepoint statement')
      return
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE)
        throw new MigrationError(statement, error as Error)
      await client.query('rollback to savepoint statement')
      await delay(LOCK_RETRY_MS)
    }
  }
}

/** Creates the table of applied migrations: that of drizzle's migrator, and the version of Masthead. */
async function createJournal(client: pg.ClientBase): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  // Even without an effect, ALTER TABLE would wait for a running backup, which has read this table.
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'drizzle.__drizzle_migrations'::regclass and attname = 'release'`,
  )
  if (rowCount === 0) await client.query('alter table drizzle.__drizzle_migrations add column release text')
}

async function recordMigration(client: pg.ClientBase, { hash, when }: AppliedMigration): Promise<void> {
  await client.query(
    'insert into drizzle.__drizzle_migrations (hash, created_at, release) values ($1, $2, $3)',
    [hash, when, RELEASE],
  )
}

function readMigrations(folder: string = projectFile('migrations')) {
  return readMigrationFiles({ migrationsFolder: folder })
}
