import { inArray, sql } from 'drizzle-orm'
import type { Place } from '#kernel/time/place.ts'
import type { Db } from '#platform/database/db.server.ts'
import { siteSettings } from '#schema/site.ts'
import { readPlace } from '../rules/general-settings.ts'
import { readPublicSettings } from '../rules/public-settings.ts'

export type SettingsSnapshot = {
  siteName: string
  customDomain: string
  preferWww: boolean
  isUnderMaintenance: boolean
  place: Place
}

export type WatchedSettings = {
  readonly current: SettingsSnapshot
  /** Reloads in the background. */
  reload(): void
  close(): void
}

const RETRY_MS = 1_000

/**
 * Caches settings. If reading fails, keeps the last values and retries.
 *
 * @param handlers.onError once per outage
 * @throws when the first read fails
 */
export async function watchSettings(
  db: Db,
  handlers: { onChange(): void; onError(error: unknown): void },
): Promise<WatchedSettings> {
  let current = await readSnapshot(db)
  let closed = false
  let isReading = false
  /** Changed during a read, which may have missed it. */
  let isStale = false
  let hasFailed = false
  let retry: NodeJS.Timeout | undefined

  async function read(): Promise<void> {
    isReading = true
    do {
      isStale = false
      try {
        apply(await readSnapshot(db))
        hasFailed = false
      } catch (error) {
        if (closed) break
        if (!hasFailed) handlers.onError(error)
        hasFailed = true
        clearTimeout(retry)
        retry = setTimeout(reload, RETRY_MS).unref()
      }
    } while (isStale)
    isReading = false
  }

  function apply(next: SettingsSnapshot): void {
    const isSame = JSON.stringify(next) === JSON.stringify(current)
    current = next
    if (!isSame && !closed) handlers.onChange()
  }

  function reload(): void {
    if (closed) return
    isStale = true
    if (!isReading) void read()
  }

  return {
    get current() {
      return current
    },
    reload,
    close() {
      closed = true
      clearTimeout(retry)
    },
  }
}

const NAMES = [
  'maintenance_mode',
  'prefer_www',
  'custom_domain',
  'site_name',
  'time_zone',
  'locale',
  'week_start',
]

async function readSnapshot(db: Db): Promise<SettingsSnapshot> {
  const { settingName, settingValue } = siteSettings
  const [row] = await db
    .select({ values: sql<Record<string, string> | null>`jsonb_object_agg(${settingName}, ${settingValue})` })
    .from(siteSettings)
    .where(inArray(settingName, NAMES))
  const values = row?.values ?? {}
  return {
    siteName: readPublicSettings(values).siteName,
    customDomain: values.custom_domain ?? '',
    preferWww: values.prefer_www === 'true',
    isUnderMaintenance: values.maintenance_mode === 'true',
    place: readPlace(values),
  }
}
