import { eq } from 'drizzle-orm'
import { diffFields } from '#features/accounts/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/accounts/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { siteSettings } from '#schema/site.ts'

const SETTING = 'require_second_person'

/** The setting "Two people for each publication" (newsroom §2). */
export async function isSecondPersonRequired(db: Db): Promise<boolean> {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.settingName, SETTING))
  return row?.settingValue === 'true'
}

export async function requireSecondPerson(
  db: Db,
  { by, isRequired }: { by: Actor; isRequired: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const changes = diffFields(
      { requireSecondPerson: await isSecondPersonRequired(tx) },
      { requireSecondPerson: isRequired },
    )
    if (Object.keys(changes).length === 0) return
    const row = { settingName: SETTING, settingValue: String(isRequired) }
    await tx
      .insert(siteSettings)
      .values(row)
      .onConflictDoUpdate({ target: siteSettings.settingName, set: row })
    await recordAudit(tx, { by, action: 'settings.update', subject: 'Newsroom settings', changes })
  })
}
