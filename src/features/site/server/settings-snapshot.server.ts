import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { siteSettings } from '#schema/site.ts'
import { readPublicSettings } from '../rules/public-settings.ts'

/** The settings that decide about every request, before any page is looked for. */
export type SettingsSnapshot = {
  siteName: string
  customDomain: string
  preferWww: boolean
  isUnderMaintenance: boolean
}

/** Settings of which the newest known state is always at hand. */
export type KeptSettings = {
  readonly current: SettingsSnapshot
  /** To be called when settings may have changed; waits for nothing. */
  reload(): void
  close(): void
}

const RETRY_MS = 1_000

/**
 * Reads the settings and keeps them. While they cannot be read, the last known ones stand and are asked for again.
 *
 * @param handlers.onChange after they were found changed
 * @param handlers.onError when they cannot be read any more; not for each time that they are asked for in vain
 * @throws when they cannot be read at first
 */
export async function keepSettings(
  db: Db,
  handlers: { onChange(): void; onError(error: unknown): void },
): Promise<KeptSettings> {
  let current = await readSnapshot(db)
  let closed = false
  let reading = false
  /** Something changed since the reading began: what it brings may be older than that. */
  let again = false
  let isInTrouble = false
  let retry: NodeJS.Timeout | undefined

  async function read(): Promise<void> {
    reading = true
    do {
      again = false
      try {
        take(await readSnapshot(db))
        isInTrouble = false
      } catch (error) {
        if (closed) break
        if (!isInTrouble) handlers.onError(error)
        isInTrouble = true
        clearTimeout(retry)
        retry = setTimeout(reload, RETRY_MS).unref()
      }
    } while (again)
    reading = false
  }

  function take(next: SettingsSnapshot): void {
    const isSame = JSON.stringify(next) === JSON.stringify(current)
    current = next
    if (!isSame && !closed) handlers.onChange()
  }

  function reload(): void {
    if (closed) return
    again = true
    if (!reading) void read()
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

async function readSnapshot(db: Db): Promise<SettingsSnapshot> {
  const { settingName, settingValue } = siteSettings
  const [row] = await db
    .select({ values: sql<Record<string, string> | null>`jsonb_object_agg(${settingName}, ${settingValue})` })
    .from(siteSettings)
    .where(inArray(settingName, ['maintenance_mode', 'prefer_www', 'custom_domain', 'site_name']))
  const values = row?.values ?? {}
  return {
    siteName: readPublicSettings(values).siteName,
    customDomain: values.custom_domain ?? '',
    preferWww: values.prefer_www === 'true',
    isUnderMaintenance: values.maintenance_mode === 'true',
  }
}
