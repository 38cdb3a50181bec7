import { eq } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { createSwitchSetting } from '#features/audit/server/switch-setting.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { siteSettings } from '#schema/site.ts'
import { type CheckLevels, readCheckLevels } from '../rules/publish-check.ts'

/** "Two people for each publication" (newsroom §2). */
export const secondPersonSetting = createSwitchSetting({
  name: 'require_second_person',
  auditName: 'requireSecondPerson',
  subject: 'Newsroom settings',
})

/** "Smart quotes" (newsroom §4). */
export const smartPunctuationSetting = createSwitchSetting({
  name: 'smart_punctuation',
  auditName: 'smartPunctuation',
  subject: 'Newsroom settings',
  isOnByDefault: true,
})

const CHECKS_SETTING = 'publish_checks'

export async function findCheckLevels(db: Db): Promise<CheckLevels> {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.settingName, CHECKS_SETTING))
  return readCheckLevels(row?.settingValue ? JSON.parse(row.settingValue) : {})
}

export async function changeCheckLevels(db: Db, by: Actor, change: Partial<CheckLevels>): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await findCheckLevels(tx)
    const levels = readCheckLevels({ ...before, ...change })
    const changes = diffFields(before, levels)
    if (Object.keys(changes).length === 0) return
    const row = { settingName: CHECKS_SETTING, settingValue: JSON.stringify(levels) }
    await tx
      .insert(siteSettings)
      .values(row)
      .onConflictDoUpdate({ target: siteSettings.settingName, set: row })
    await recordAudit(tx, { by, action: 'settings.update', subject: 'Publish check', changes })
  })
}
