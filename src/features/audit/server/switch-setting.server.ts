import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { siteSettings } from '#schema/site.ts'
import { diffFields } from '../rules/diff-fields.ts'
import { type Actor, recordAudit } from './record-audit.server.ts'

/**
 * @param setting.name in `site_settings`
 * @param setting.subject the group of settings in the audit log
 */
export function createSwitchSetting({
  name,
  auditName,
  subject,
  isOnByDefault = false,
}: {
  name: string
  auditName: string
  subject: string
  isOnByDefault?: boolean
}) {
  async function isOn(db: Db): Promise<boolean> {
    const [row] = await db.select().from(siteSettings).where(eq(siteSettings.settingName, name))
    return row ? row.settingValue === 'true' : isOnByDefault
  }

  async function set(db: Db, by: Actor, value: boolean): Promise<void> {
    await db.transaction(async (tx) => {
      const changes = diffFields({ [auditName]: await isOn(tx) }, { [auditName]: value })
      if (Object.keys(changes).length === 0) return
      const row = { settingName: name, settingValue: String(value) }
      await tx
        .insert(siteSettings)
        .values(row)
        .onConflictDoUpdate({ target: siteSettings.settingName, set: row })
      await recordAudit(tx, { by, action: 'settings.update', subject, changes })
    })
  }

  return { isOn, set }
}

export const twoFactorSetting = createSwitchSetting({
  name: 'two_factor_required',
  auditName: 'twoFactorRequired',
  subject: 'Security settings',
})
