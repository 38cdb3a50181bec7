import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { formatCount } from '#kernel/format-count.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import { applyPendingMigrations, countPendingMigrations, MigrationError } from './apply-migrations.server.ts'
import { describeConnectionError, type UrlVariable } from './check-connection.server.ts'
import { DatabaseClient } from './client.server.ts'
import { JOB_SCHEMA } from './jobs.server.ts'
import { LOCK_KEYS } from './lock-keys.ts'
import { type ReportLockWait, reportLockWait } from './lock-wait.server.ts'

/** SQLSTATE 42501 (PostgreSQL, appendix A). */
const INSUFFICIENT_PRIVILEGE = '42501'
const MAX_STATEMENT_LENGTH = 200

/** `variable` contains the address, for messages. */
type MigrationOptions = {
  folder?: string
  variable?: UrlVariable
  onLockWait?: ReportLockWait | undefined
  /** Called before each migration. */
  onProgress?: ((number: number, count: number) => void) | undefined
}

/**
 * One process at a time; those of the previous version still serve readers. Call {@link checkConnection} before.
 *
 * @throws StartupError when the database is unreachable, its role lacks privileges, or a migration fails
 */
export async function migrateDatabase(
  url: string,
  { folder = projectFile('migrations'), variable = 'DATABASE_URL', ...options }: MigrationOptions = {},
): Promise<void> {
  const client = await connectToMigrate(url, variable)
  try {
    await reportLockWait(
      client,
      url,
      async () => {
        await client.query('select pg_advisory_lock($1)', [LOCK_KEYS.migrate])
        await applyPendingMigrations(client, folder, options.onProgress)
      },
      options.onLockWait,
    )
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(await describeFailure(error as Error, folder, variable))
  } finally {
    await client.end()
  }
}

/**
 * Checks that the database needs no migrations, for processes that must not migrate it.
 *
 * @throws StartupError
 */
export async function requireMigratedDatabase(url: string): Promise<void> {
  const client = await connectToMigrate(url, 'DATABASE_URL')
  try {
    const pending = await countPendingMigrations(client)
    if (pending > 0)
      throw new StartupError(
        `The database needs ${formatCount(pending, 'migration')}, and MIGRATE_ON_START is off. Run "masthead migrate".`,
      )
  } finally {
    await client.end()
  }
}

/** The session ends with this process, even while a statement runs. */
async function connectToMigrate(url: string, variable: UrlVariable): Promise<DatabaseClient> {
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'masthead migrations',
  })
  try {
    await client.connect()
  } catch (error) {
    throw new StartupError(describeConnectionError(url, variable, error as Error))
  }
  // Not on Windows.
  await client.query('set client_connection_check_interval = 1000').catch(() => {})
  return client
}

/**
 * Grants what a running site needs if its role differs from that of the migrations. Call after each migration.
 *
 * @throws StartupError when `role` does not exist or access cannot be granted
 */
export async function grantAccess(ownerUrl: string, role: string): Promise<void> {
  const client = await connectToMigrate(ownerUrl, 'MIGRATION_DATABASE_URL')
  const grantee = client.escapeIdentifier(role)
  const schemas = `public, ${JOB_SCHEMA}`
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEYS.migrate])
    await client.query(`grant usage on schema ${schemas} to ${grantee}`)
    await client.query(
      `grant select, insert, update, delete on all tables in schema ${schemas} to ${grantee}`,
    )
    await client.query(`grant usage, select on all sequences in schema ${schemas} to ${grantee}`)
    // Backups list the applied migrations.
    await client.query(`grant usage on schema drizzle to ${grantee}`)
    await client.query(`grant select on all tables in schema drizzle to ${grantee}`)
    // The nightly roll-up uses a temporary table, which a database can forbid.
    const { rows } = await client.query(
      `select has_database_privilege($1, current_database(), 'TEMP') as allowed, current_database() as name`,
      [role],
    )
    if (!rows[0]?.allowed)
      await client.query(
        `grant temporary on database ${client.escapeIdentifier(rows[0]?.name)} to ${grantee}`,
      )
  } catch (error) {
    throw new StartupError(
      `The role in DATABASE_URL cannot be granted access to the tables (${(error as Error).message}). Check DATABASE_URL and MIGRATION_DATABASE_URL.`,
    )
  } finally {
    await client.end()
  }
}

async function describeFailure(error: Error, folder: string, variable: string): Promise<string> {
  const { code, message } = (error.cause ?? error) as Error & { code?: string }
  if (code === INSUFFICIENT_PRIVILEGE)
    return `The role in ${variable} is not allowed to create tables and extensions. Grant it the privileges, or use the owner of the database.`
  const query = error instanceof MigrationError ? error.statement : ''
  const name = query && (await findMigration(query, folder))
  const statement = query.replace(/\s+/g, ' ').trim()
  const shown = statement.slice(0, MAX_STATEMENT_LENGTH)
  return [
    `${name ? `The database migration ${name}` : 'The migration of the database'} failed: ${message}${code ? ` (SQLSTATE ${code})` : ''}.`,
    'It was not applied, and no data is lost. Fix the cause and start Masthead again, which continues here.',
    ...(statement ? [`The statement was: ${shown}${shown === statement ? '' : '…'}`] : []),
  ].join(' ')
}

async function findMigration(statement: string, folder: string): Promise<string | undefined> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  for (const file of files.reverse())
    if ((await readFile(join(folder, file), 'utf8')).includes(statement)) return basename(file, '.sql')
}
