import { EVENT_RETENTION_DAYS } from '#features/accounts/server/security-events.server.ts'
import { RATE_LIMIT_RETENTION_DAYS } from '#features/accounts/server/sweep-accounts.server.ts'
import { MAX_TOTAL_VIEWS_PER_DAY } from '#features/analytics/server/beacon-handler.server.ts'
import { VIEW_RETENTION_DAYS } from '#features/analytics/server/roll-up-views.server.ts'
import { isBackupOverdue } from '#features/backups/rules/overdue-backup.ts'
import { BACKUP_RUN_RETENTION_DAYS, findBackupState } from '#features/backups/server/backup-runs.server.ts'
import { MAX_CATEGORIES, MAX_CATEGORY_ROWS } from '#features/categories/rules/category-form.ts'
import { findPurgeState } from '#features/cdn/server/cdn-state.server.ts'
import { STEP_RETENTION_DAYS } from '#features/collaboration/server/read-document.server.ts'
import { RUN_RETENTION_DAYS } from '#features/feeds/ingest/record-run.server.ts'
import { MAX_UNDO_STEPS } from '#features/front/server/front-drafts.server.ts'
import { INBOX_RETENTION_DAYS } from '#features/inbox/server/inbox.server.ts'
import { MAX_LIVE_POSTS } from '#features/live/rules/live-post.ts'
import { LOOK_HISTORY_SIZE } from '#features/looks/server/looks.server.ts'
import { isUploadsFolderShared } from '#features/media/server/uploads-folder.server.ts'
import { openUploads } from '#features/media/server/uploads-storage.server.ts'
import { DELIVERY_RETENTION_DAYS, MAX_CAMPAIGNS } from '#features/newsletter/server/campaigns.server.ts'
import { MAX_BYLINE_PEOPLE } from '#features/people/rules/byline.ts'
import { MAX_REPLACED_PHRASES } from '#features/phrases/rules/phrase-forms.ts'
import { BIN_RETENTION_DAYS } from '#features/publishing/server/bin.server.ts'
import { MAX_REDIRECTS } from '#features/redirects/rules/redirect-address.ts'
import { MAX_ARTICLE_TOPICS } from '#features/topics/rules/topic.ts'
import { formatBytes } from '#kernel/format-bytes.ts'
import { formatCount, formatNumber } from '#kernel/format-count.ts'
import {
  CONNECTION_SHORTAGE_FIX,
  findConnectionShortage,
  MIN_POSTGRES_MAJOR,
} from '#platform/database/check-connection.server.ts'
import type { Database } from '#platform/database/db.server.ts'
import { findReplicaProblem } from '#platform/database/read-replica.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { type Check, fail, ok, warn } from './check.ts'

const CLOCK_WARNING_MS = 2_000
const CLOCK_FAILED_MS = 30_000
const SLOW_QUERY_SECONDS = 30
/** A check has 15 seconds. */
const MAX_REPLICA_LAG_MS = 5_000
const LATE_PURGE_MS = 60_000

const GROWING_TABLES: [table: string, bound: string][] = [
  ['articles', 'unlimited'],
  ['article_identities', 'unlimited: one for each item of a feed, so that it is not added again'],
  ['article_list', 'one for each article and draft'],
  ['drafts', `unlimited; deleted ones are removed after ${BIN_RETENTION_DAYS} days`],
  ['held_items', 'deleted with the decision on their item'],
  [
    'feed_versions',
    'at most one for each article of a feed that editors have changed or its publisher has deleted',
  ],
  ['revisions', 'unlimited: the history of the articles'],
  ['publications', 'unlimited: the history of the articles'],
  ['reviews', 'unlimited: the history of the articles'],
  ['preview_links', 'at most 20 for each article, deleted after 7 days'],
  ['corrections', 'unlimited: published with the articles'],
  ['notes', 'unlimited: the history of the articles'],
  ['draft_steps', `the history of drafts, deleted after ${formatCount(STEP_RETENTION_DAYS, 'day')}`],
  ['draft_snapshots', 'one for every 200 versions of a draft, deleted with its steps'],
  ['media', 'unlimited: one for each image of the library'],
  ['embeds', 'unlimited: one for each address that was embedded'],
  ['redirects', `at most ${formatNumber(MAX_REDIRECTS)} without those of renamed authors and topics`],
  ['categories', `at most ${MAX_CATEGORY_ROWS}, ${MAX_CATEGORIES} of them not merged`],
  ['looks', `at most ${LOOK_HISTORY_SIZE} and a draft`],
  ['look_files', 'the images of these looks; others are deleted the night after'],
  ['phrases', `at most ${formatNumber(MAX_REPLACED_PHRASES)}`],
  ['imports', 'one for each import'],
  ['exports', 'deleted by the first export after 30 days'],
  ['import_items', 'one for each item of an imported paper, so that it is not imported twice'],
  ['inbox_items', `deleted after ${INBOX_RETENTION_DAYS} days`],
  ['article_authors', `at most ${MAX_BYLINE_PEOPLE} for each article`],
  ['article_topics', `at most ${MAX_ARTICLE_TOPICS} for each article`],
  ['live_posts', `at most ${formatNumber(MAX_LIVE_POSTS)} for each article`],
  [
    'page_views',
    `deleted after ${VIEW_RETENTION_DAYS} days; at most ${formatNumber(MAX_TOTAL_VIEWS_PER_DAY)} a day for each process`,
  ],
  ['view_metrics', 'at most 4 MB a day'],
  ['most_read', 'at most 40'],
  ['audit_log', `permanent; sign-ins are deleted after ${EVENT_RETENTION_DAYS} days`],
  ['newsletter_subscribers', 'unlimited'],
  ['newsletter_campaigns', 'unlimited: the archive of the newsletter'],
  [
    'newsletter_deliveries',
    `deleted ${DELIVERY_RETENTION_DAYS} days after their campaign, except for the latest ${MAX_CAMPAIGNS} campaigns`,
  ],
  ['ingest_runs', `deleted after ${formatCount(RUN_RETENTION_DAYS, 'day')}`],
  ['front_changes', `at most ${MAX_UNDO_STEPS} for each page`],
  ['front_publications', 'unlimited: the history of the fronts'],
  ['cdn_state', 'a single row'],
  ['cdn_purges', 'deleted after the last purge; at most 10,000 while the CDN does not respond'],
  ['backup_runs', `deleted after ${BACKUP_RUN_RETENTION_DAYS} days`],
  ['pgboss.job_common', 'jobs are deleted a week after they have run'],
  ['sessions', 'deleted the night after they expire'],
  ['verifications', 'deleted the night after they expire'],
  ['account_attempts', 'deleted the night after they expire'],
  ['rate_limits', `deleted after ${formatCount(RATE_LIMIT_RETENTION_DAYS, 'day')}`],
]

export function databaseChecks(env: Env, database: Database): Check[] {
  const { db, pool } = database
  const fix = 'Check the log of PostgreSQL.'
  return [
    { name: 'database', fix, run: () => checkVersion() },
    { name: 'database role', fix, run: () => checkRole() },
    { name: 'connections', fix, run: () => checkConnections() },
    { name: 'pooler', fix, run: () => checkPooler() },
    { name: 'read replica', fix, run: () => checkReplica() },
    { name: 'clock', fix, run: () => checkClock() },
    {
      name: 'uploads folder',
      fix: 'Grant this user read permission on the uploads folder.',
      run: () => checkUploads(),
    },
    { name: 'backup', fix, run: () => checkBackup() },
    { name: 'cdn', fix, run: () => checkCdn() },
    { name: 'slow queries', fix, run: () => checkQueries() },
    { name: 'database disk', fix, run: async () => checkDatabaseDisk() },
    { name: 'table sizes', fix, run: () => measureTables() },
  ]

  async function checkVersion() {
    const { rows } = await pool.query<{ major: number; text: string }>(
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as text`,
    )
    const [{ major = 0, text = '' } = {}] = rows
    return major >= MIN_POSTGRES_MAJOR
      ? ok(`PostgreSQL ${text}`)
      : fail(
          `PostgreSQL ${text} is too old.`,
          `Upgrade PostgreSQL to version ${MIN_POSTGRES_MAJOR} or later.`,
        )
  }

  async function checkRole() {
    const { rows } = await pool.query<{ role: string; superuser: boolean }>(
      'select rolname as role, rolsuper as superuser from pg_roles where rolname = current_user',
    )
    const { role, superuser } = rows[0] ?? { role: 'unknown', superuser: false }
    return superuser
      ? warn(
          `The role ${role} is a superuser.`,
          'Use a role with fewer privileges: see "Database roles" in docs/configuration.md.',
        )
      : ok(`The role ${role} is not a superuser`)
  }

  async function checkConnections() {
    const shortage = await findConnectionShortage(pool, env.WORKERS)
    return shortage
      ? warn(`${shortage}.`, CONNECTION_SHORTAGE_FIX)
      : ok('PostgreSQL allows enough connections')
  }

  /** A pooler does not pass the timeouts of connections on. */
  async function checkPooler() {
    if (pool.keepsSessions) return []
    const { rows } = await pool.query<{ name: string }>(
      `select name from pg_settings
       where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0' order by name`,
    )
    if (rows.length === 0) return ok('Queries through the pooler have a timeout')
    return warn(
      `Queries through the pooler have no ${rows.map(({ name }) => name).join(' and no ')}.`,
      'Set it for the role: see "Connection poolers" in docs/configuration.md.',
    )
  }

  async function checkReplica() {
    if (env.DATABASE_READ_URL === undefined) return []
    const problem = await findReplicaProblem(env.DATABASE_READ_URL, database, MAX_REPLICA_LAG_MS)
    return problem
      ? warn(
          `${problem}: the primary answers page queries.`,
          'Check DATABASE_READ_URL, and pg_stat_replication of the primary.',
        )
      : ok('The read replica follows the primary')
  }

  async function checkClock() {
    const before = Date.now()
    const { rows } = await pool.query<{ time: Date }>('select clock_timestamp() as time')
    const middle = (before + Date.now()) / 2
    const difference = Math.abs((rows[0]?.time.getTime() ?? Number.NaN) - middle)
    const message = `The clock differs from that of the database by ${Math.round(difference)} ms`
    const fix = 'Synchronise the clocks of both machines, for example with chrony or systemd-timesyncd.'
    if (difference > CLOCK_FAILED_MS) return fail(message, fix)
    return difference > CLOCK_WARNING_MS ? warn(message, fix) : ok(message)
  }

  async function checkUploads() {
    const uploads = openUploads(env)
    if (await isUploadsFolderShared(db, uploads)) return ok(`${uploads.address} belongs to this database`)
    const variable =
      env.STORAGE_URL === undefined ? 'DATA_DIR to the shared folder' : 'STORAGE_URL to the right address'
    return warn(
      `${uploads.address} is not the uploads folder of this database.`,
      `Set ${variable}, start the site if it has never run, or run "masthead uploads adopt".`,
    )
  }

  async function checkBackup() {
    const now = new Date()
    const state = await findBackupState(db, now)
    const { lastBackupAt, error } = state
    const message = [
      lastBackupAt ? `The last backup was made at ${lastBackupAt}.` : 'There is no backup.',
      ...(error ? [`The last attempt failed: ${error}`] : []),
    ].join(' ')
    if (env.BACKUP_TO === undefined)
      return warn(
        message,
        'Set BACKUP_TO to a folder on another disk for nightly backups: see docs/backups.md.',
      )
    return isBackupOverdue(state, now)
      ? fail(message, 'Check BACKUP_TO, and the log of the server.')
      : ok(message)
  }

  async function checkCdn() {
    if (!env.CDN) return []
    const state = await findPurgeState(db)
    if (!state)
      return warn('Changes are not recorded for the CDN.', 'Start the site with CDN and CDN_PURGE_URL.')
    const { waiting, oldestAt, failingSince, error } = state
    if (failingSince)
      return fail(
        `CDN purges have failed since ${failingSince.toISOString()}: ${error}. ${formatCount(waiting, 'change')} waiting.`,
        'Check CDN_PURGE_URL and CDN_PURGE_TOKEN, and that this machine can reach the CDN.',
      )
    if (oldestAt && Date.now() - oldestAt.getTime() > LATE_PURGE_MS)
      return fail(
        `A change of ${oldestAt.toISOString()} has not been purged from the CDN.`,
        'Check that a process of the site is running, and its log.',
      )
    return ok(`All changes have been purged from the CDN (${env.CDN})`)
  }

  async function checkQueries() {
    const { rows } = await pool.query<{ pid: number; seconds: number; query: string }>(
      `select pid, extract(epoch from now() - query_start)::int as seconds, left(query, 80) as query
       from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state not in ('idle')
         and query_start < now() - make_interval(secs => $1)
       order by query_start limit 5`,
      [SLOW_QUERY_SECONDS],
    )
    if (rows.length === 0)
      return ok(`No query of the site has been running for more than ${SLOW_QUERY_SECONDS} s`)
    return rows.map(({ pid, seconds, query }) =>
      warn(
        `Process ${pid} of PostgreSQL has been busy for ${seconds} s: ${query.replaceAll(/\s+/g, ' ')}`,
        `End it with "select pg_terminate_backend(${pid})" if it is not a backup or maintenance.`,
      ),
    )
  }

  function checkDatabaseDisk() {
    if (env.DATABASE_URL === undefined) return []
    return warn(
      'The disk of the database is not monitored, since PostgreSQL does not report its free space.',
      'Monitor it on the machine of the database: see "Full disks" in docs/operations.md.',
    )
  }

  async function measureTables() {
    const { rows } = await pool.query<{ total: string }>(
      'select pg_database_size(current_database()) as total',
    )
    const { rows: tables } = await pool.query<{ name: string; bytes: string }>(
      `select name, pg_total_relation_size(to_regclass(name)) as bytes
       from unnest($1::text[]) as name where to_regclass(name) is not null`,
      [GROWING_TABLES.map(([table]) => table)],
    )
    const bounds = new Map(GROWING_TABLES)
    return [
      ok(`The database uses ${formatBytes(Number(rows[0]?.total))}`),
      ...tables.map(({ name, bytes }) => ok(`${name}: ${formatBytes(Number(bytes))} (${bounds.get(name)})`)),
    ]
  }
}
