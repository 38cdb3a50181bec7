import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { siteSettings } from '#schema/site.ts'
import type { Account } from '../rules/access.ts'
import { diffFields } from '../rules/diff-fields.ts'
import { recordAudit } from './record-audit.server.ts'

const SETTING = 'two_factor_required'

/** Whether accounts with access to the back office need a second factor. */
export async function isTwoFactorRequired(db: Db): Promise<boolean> {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.settingName, SETTING))
  return row?.settingValue === 'true'
}

export async function requireTwoFactor(
  db: Db,
  { by, isRequired }: { by: Account; isRequired: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const changes = diffFields(
      { twoFactorRequired: await isTwoFactorRequired(tx) },
      { twoFactorRequired: isRequired },
    )
    if (Object.keys(changes).length === 0) return
    const row = { settingName: SETTING, settingValue: String(isRequired) }
    await tx
      .insert(siteSettings)
      .values(row)
      .onConflictDoUpdate({ target: siteSettings.settingName, set: row })
    await recordAudit(tx, { by, action: 'settings.update', subject: 'Security settings', changes })
  })
}
