import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import type { AuditAction } from '#features/audit/rules/audit-actions.ts'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { mergeThreeWay } from '#kernel/three-way-merge.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { auditLog } from '#schema/audit.ts'
import { siteSettings } from '#schema/site.ts'
import { AD_SETTING_NAMES, type AdSettingTexts, readAdSettingTexts } from '../rules/ad-settings.ts'
import { GENERAL_SETTINGS, type GeneralSettings, readGeneralSettings } from '../rules/general-settings.ts'
import { STATIC_PAGES, type StaticPageName } from '../rules/static-page.ts'

type SettingTexts = Record<string, string>

/** `subject` is the name in the audit log. */
type SettingsGroup<T extends SettingTexts> = {
  names: readonly (keyof T & string)[]
  /** Defaults replace missing and invalid values. */
  read(values: Readonly<Record<string, string>>): T
  action: AuditAction
  subject: string
}

/** `at` is ISO 8601. */
export type StoredSettings<T> = { values: T; changedBy: { email: string; at: string } | null }

/** `conflict`: another administrator changed the same field; nothing was saved. */
export type SaveOutcome<T> = { kind: 'saved' | 'conflict'; stored: StoredSettings<T> }

export async function findSettings<T extends SettingTexts>(
  db: Db,
  group: SettingsGroup<T>,
): Promise<StoredSettings<T>> {
  const values = group.read(await readRows(db, group))
  return { values, changedBy: await findLastChange(db, group) }
}

/**
 * Unchanged fields keep their stored values.
 *
 * @param form.base the values when the form was opened
 */
export async function saveSettings<T extends SettingTexts>(
  db: Db,
  group: SettingsGroup<T>,
  { by, base, typed }: { by: Account; base: T; typed: T },
): Promise<SaveOutcome<T>> {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const before = group.read(await readRows(tx, group))
    const form = mergeThreeWay({ base, typed }, before)
    if (form.conflicts.length > 0) return { kind: 'conflict', stored: await findSettings(tx, group) }
    for (const name of group.names) {
      const row = { settingName: name, settingValue: form.values[name] }
      const { settingName: target, settingValue } = siteSettings
      await tx
        .insert(siteSettings)
        .values(row)
        .onConflictDoUpdate({ target, set: row, setWhere: sql`${settingValue} <> excluded.setting_value` })
    }
    const changes = diffFields(before, form.values)
    if (Object.keys(changes).length > 0) {
      await recordAudit(tx, { by, action: group.action, subject: group.subject, changes })
    }
    return { kind: 'saved', stored: await findSettings(tx, group) }
  })
}

async function readRows<T extends SettingTexts>(db: Db, { names }: SettingsGroup<T>): Promise<SettingTexts> {
  const { settingName } = siteSettings
  const rows = await db
    .select()
    .from(siteSettings)
    .where(inArray(settingName, [...names]))
    .orderBy(settingName)
  return Object.fromEntries(rows.map((row) => [row.settingName, row.settingValue]))
}

/** Locks the settings until the end of the transaction. Row locks would miss settings without a row. */
export async function lockSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.saveSettings})`)
}

export async function findLastChange(
  db: Db,
  { action, subject }: { action: AuditAction; subject: string },
): Promise<StoredSettings<unknown>['changedBy']> {
  const [last] = await db
    .select({ email: auditLog.actorEmail, at: auditLog.at })
    .from(auditLog)
    .where(sql`${eq(auditLog.action, action)} and ${eq(auditLog.subject, subject)}`)
    .orderBy(desc(auditLog.id))
    .limit(1)
  return last ? { email: last.email, at: last.at.toISOString() } : null
}

export const generalGroup: SettingsGroup<GeneralSettings> = {
  names: GENERAL_SETTINGS,
  read: readGeneralSettings,
  action: 'settings.update',
  subject: 'General settings',
}

/** Separate, since it redirects every reader. */
export const wwwGroup: SettingsGroup<{ prefer_www: string }> = {
  names: ['prefer_www'],
  read: (values) => ({ prefer_www: String(values.prefer_www === 'true') }),
  action: 'settings.update',
  subject: 'Prefer www',
}

export const adGroup: SettingsGroup<AdSettingTexts> = {
  names: AD_SETTING_NAMES,
  read: readAdSettingTexts,
  action: 'ads.update',
  subject: 'AdSense settings',
}

/** Blank for the built-in text. */
export function pageGroup(name: StaticPageName): SettingsGroup<SettingTexts> {
  const { setting, title } = STATIC_PAGES[name]
  return {
    names: [setting],
    read: (values) => ({ [setting]: values[setting] ?? '' }),
    action: 'page.update',
    subject: title,
  }
}
