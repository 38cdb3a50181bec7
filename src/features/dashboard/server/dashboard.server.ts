import { desc, inArray, sql } from 'drizzle-orm'
import { type Account, hasCapability } from '#features/access/rules/access.ts'
import { type BackupState, isBackupOverdue } from '#features/backups/rules/overdue-backup.ts'
import { findBackupState } from '#features/backups/server/backup-runs.server.ts'
import { countSampleEdition } from '#features/feeds/ingest/sample-edition.server.ts'
import { AD_SETTING_NAMES, type AdPlace, readAdSettings } from '#features/site/rules/ad-settings.ts'
import type { Category } from '#kernel/category.ts'
import type { Db } from '#platform/database/db.server.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { articles } from '#schema/articles.ts'
import { siteSettings } from '#schema/site.ts'
import { countDashboardMetrics, type DashboardMetrics } from './dashboard-metrics.server.ts'

/** Spec §9, Dashboard recent list. */
const RECENT_SIZE = 5
const MAX_FAILING_FEEDS = 3

export type RecentArticle = {
  id: string
  title: string
  author: string
  category: Category
  isBreaking: boolean
  /** ISO 8601. */
  publishedAt: string
}

/** Times are ISO 8601. */
export type FeedHealth = {
  enabled: number
  disabled: number
  /** Enabled feeds whose last check failed. */
  failing: number
  lastSuccessAt: string | null
  /** May be in the past. */
  nextCheckAt: string | null
  /** Feeds that were stopped, then those with the most consecutive failures. */
  failingFeeds: { id: string; name: string; failures: number; error: string }[]
}

export type SettingsSummary = {
  siteName: string
  siteDescription: string
  contactEmail: string
  customDomain: string
  newsletterEnabled: boolean
  maintenanceMode: boolean
  adsEnabled: boolean
  adPlaces: AdPlace[]
}

/** `isOverdue` with nightly backups only. */
export type BackupSummary = BackupState & { isOverdue: boolean }

type PeopleMetric = 'users' | 'administrators' | 'staff' | 'subscribers' | 'activeSubscribers'

/** Null where the role does not include the screen of the data. */
export type Dashboard = {
  metrics: Omit<DashboardMetrics, PeopleMetric> & Record<PeopleMetric, number | null>
  settings: SettingsSummary | null
  backup: BackupSummary | null
  feeds: FeedHealth | null
  recent: RecentArticle[]
  sampleArticles: number
}

export async function findDashboard(
  db: Db,
  account: Pick<Account, 'role'>,
  { now, hasNightlyBackups }: { now: Date; hasNightlyBackups: boolean },
): Promise<Dashboard> {
  const managesFeeds = hasCapability(account, 'feeds.manage')
  const managesSettings = hasCapability(account, 'settings.manage')
  const [metrics, settings, backup, feeds, recent, sampleArticles] = await Promise.all([
    countDashboardMetrics(db, now),
    managesSettings ? summariseSettings(db) : null,
    managesSettings ? findBackupState(db, now) : null,
    managesFeeds ? summariseFeeds(db) : null,
    listRecent(db),
    managesFeeds ? countSampleEdition(db) : 0,
  ])
  return {
    metrics: hideMetrics(metrics, account),
    settings,
    backup: backup && { ...backup, isOverdue: hasNightlyBackups && isBackupOverdue(backup, now) },
    feeds,
    recent,
    sampleArticles,
  }
}

function hideMetrics(metrics: DashboardMetrics, account: Pick<Account, 'role'>): Dashboard['metrics'] {
  return {
    ...metrics,
    ...(!hasCapability(account, 'newsletter.manage') && { subscribers: null, activeSubscribers: null }),
    ...(!hasCapability(account, 'users.manage') && { users: null, administrators: null, staff: null }),
  }
}

const PLACES: AdPlace[] = ['headerCode', 'bannerCode', 'leftSidebarCode', 'rightSidebarCode']
const NAMES = [
  'site_name',
  'site_description',
  'contact_email',
  'custom_domain',
  'newsletter_enabled',
  'maintenance_mode',
]

async function summariseSettings(db: Db): Promise<SettingsSummary> {
  const rows = await db
    .select()
    .from(siteSettings)
    .where(inArray(siteSettings.settingName, [...NAMES, ...AD_SETTING_NAMES]))
  const values = Object.fromEntries(rows.map((row) => [row.settingName, row.settingValue]))
  const ads = readAdSettings(values)
  return {
    siteName: values.site_name ?? '',
    siteDescription: values.site_description ?? '',
    contactEmail: values.contact_email ?? '',
    customDomain: values.custom_domain ?? '',
    newsletterEnabled: values.newsletter_enabled !== 'false',
    maintenanceMode: values.maintenance_mode === 'true',
    adsEnabled: ads.enabled,
    adPlaces: PLACES.filter((place) => ads[place].trim() !== ''),
  }
}

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

async function summariseFeeds(db: Db): Promise<FeedHealth> {
  const { rows } = await db.execute<Omit<FeedHealth, 'failingFeeds'>>(sql`
    select count(*) filter (where enabled)::int as enabled,
      count(*) filter (where not enabled)::int as disabled,
      count(*) filter (where enabled and failure_count > 0)::int as failing,
      to_char(max(last_success_at) at time zone 'UTC', ${ISO}) as "lastSuccessAt",
      to_char(min(next_check_at) filter (where enabled) at time zone 'UTC', ${ISO}) as "nextCheckAt"
    from feeds`)
  const { rows: failingFeeds } = await db.execute<FeedHealth['failingFeeds'][number]>(sql`
    select id, coalesce(nullif(btrim(title), ''), url) as name, case when enabled then failure_count else 0 end as failures,
      coalesce(last_error, '') as error
    from feeds where case when enabled then failure_count > 0 else last_error is not null end
    order by enabled, failure_count desc, ${byName(sql`title`)}, id limit ${MAX_FAILING_FEEDS}`)
  const none = { enabled: 0, disabled: 0, failing: 0, lastSuccessAt: null, nextCheckAt: null }
  return { ...(rows[0] ?? none), failingFeeds }
}

async function listRecent(db: Db): Promise<RecentArticle[]> {
  const { id, title, author, category, isBreaking, publishedAt } = articles
  const rows = await db
    .select({ id, title, author, category, isBreaking, publishedAt })
    .from(articles)
    .orderBy(desc(publishedAt), desc(id))
    .limit(RECENT_SIZE)
  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }))
}
