import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { adoptUploadsFolder } from '#features/media/server/uploads-folder.server.ts'
import { pauseRestoredCampaigns } from '#features/newsletter/server/deliveries.server.ts'
import { applyMigrations } from '#platform/database/apply-migrations.server.ts'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { prepareCopy } from '#platform/database/copy-tables.server.ts'
import { dropAllObjects } from '#platform/database/drop-all-objects.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { type ReportLockWait, reportLockWait } from '#platform/database/lock-wait.server.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { lockUnusedSite } from '#platform/postgres/site-session.server.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import type { BackupHeader, BackupManifest } from '../rules/backup-format.ts'
import { explainRejection, type LoadOptions, loadBackup } from './load-backup.server.ts'
import { type RestoredUploads, type StagedUploads, stageUploads } from './staged-uploads.server.ts'
import { compareTables } from './verify-backup.server.ts'

/** SQLSTATE 42501 (PostgreSQL, appendix A). */
const INSUFFICIENT_PRIVILEGE = '42501'

type RestoreTarget = {
  databaseUrl: string
  /** Undefined to keep the uploads as they are. */
  uploads: RestoredUploads | undefined
}

type RestoreOptions = Omit<LoadOptions, 'uploads'> & {
  /** Deletes the content of the site. */
  replace?: boolean
  /** Compares the copy, and lets it continue from where the site was stopped. */
  isMove?: boolean
  now?: Date
  onLockWait?: ReportLockWait | undefined
}

/**
 * Replaces the content in one transaction, and migrates it. Uploads are added before the commit: their names are unique, so those of an aborted
 * restore are merely unused.
 *
 * @throws {StartupError} if the site has content, a server uses it, or the backup is damaged; nothing is changed
 */
export async function restoreBackup(
  { databaseUrl, uploads }: RestoreTarget,
  source: Readable,
  { replace = false, isMove = false, now = new Date(), onLockWait, ...options }: RestoreOptions,
): Promise<{ header: BackupHeader; manifest: BackupManifest }> {
  const client = new DatabaseClient({ connectionString: databaseUrl, application_name: 'restore' })
  await client.connect()
  let staged: StagedUploads | undefined
  async function replaceContent() {
    await lockUnusedDatabase(client)
    await requireEmptySite(client, { replace })
    if (uploads) staged = await stageUploads(uploads)
    await client.query('begin')
    await dropAllObjects(client)
    const loaded = await loadBackup(client, source, { ...options, uploads: staged })
    if (isMove) await compareTables(client, loaded.header, loaded.manifest)
    const after = Math.max(...loaded.header.migrations.map(({ when }) => when))
    await explainRejection(async () => {
      await applyMigrations(client, { after })
      if (!isMove) await resumeSafely(client, now)
    })
    if (staged && uploads) {
      await staged.commit()
      // The restored database names the original site's uploads folder, which a move keeps.
      if (!isMove) await adoptUploadsFolder(drizzle({ client }), uploads.bucket)
    }
    await client.query('commit')
    return loaded
  }
  try {
    await prepareCopy(client)
    const loaded = await reportLockWait(client, databaseUrl, replaceContent, onLockWait)
    await client.query('analyze')
    return loaded
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new StartupError(
      `The role of the database may not replace its content (${message}). Use the role that owns the tables, in DATABASE_URL or MIGRATION_DATABASE_URL.`,
    )
  } finally {
    client.connection.stream.destroy()
    await staged?.close()
  }
}

/**
 * Keeps the site from starting until the session of `client` ends.
 *
 * @throws {StartupError} if a process uses the database
 */
export async function lockUnusedDatabase(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK_KEYS.migrate])
  await lockUnusedSite(client)
}

/** Ends sessions, which may have been revoked since the backup, sends no email again, and has the next start purge the CDN. */
async function resumeSafely(client: pg.Client, now: Date): Promise<void> {
  await client.query('delete from sessions; delete from verifications')
  await client.query('delete from cdn_state; delete from cdn_purges')
  await client.query(
    `update publications set late_notified_at = $1 where late_notified_at is null and planned_at < $1`,
    [now],
  )
  await pauseRestoredCampaigns(drizzle({ client }), now)
}

/** The settings, feeds and sample edition of the first start are not content. */
const CONTENT = {
  users: 'true',
  articles: `origin <> 'sample'`,
  drafts: 'true',
  newsletter_subscribers: 'true',
}

/**
 * @param options.replace permits a site with content, but not the tables of another application
 * @throws {StartupError}
 */
async function requireEmptySite(client: pg.ClientBase, { replace }: { replace: boolean }): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`)
  const existing = new Set(rows.map(({ name }) => name))
  const own = await listOwnTables()
  const foreign = [...existing].filter((name) => !own.has(name))
  if (foreign.length > 0)
    throw new StartupError(
      `The database contains tables that are not Masthead's (${foreign.slice(0, 3).join(', ')}). Use a database of its own, and the version of Masthead that the database belongs to or a later one.`,
    )
  if (replace) return
  for (const [table, condition] of Object.entries(CONTENT)) {
    if (!existing.has(table)) continue
    const { rowCount } = await client.query(`select from ${table} where ${condition} limit 1`)
    if (rowCount)
      throw new StartupError(
        `The site already has content (${table.replace('_', ' ')}). Use --replace to delete it.`,
      )
  }
}

async function listOwnTables(): Promise<Set<string>> {
  const meta = projectFile('migrations/meta')
  const { entries } = JSON.parse(await readFile(join(meta, '_journal.json'), 'utf8'))
  const number = String(entries.at(-1).idx).padStart(4, '0')
  const snapshot = JSON.parse(await readFile(join(meta, `${number}_snapshot.json`), 'utf8'))
  return new Set(Object.values<{ name: string }>(snapshot.tables).map(({ name }) => name))
}
