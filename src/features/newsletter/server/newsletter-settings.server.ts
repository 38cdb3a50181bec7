import { sql } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import {
  findLastChange,
  lockSettings,
  type SaveOutcome,
  type StoredSettings,
} from '#features/site/server/save-settings.server.ts'
import { mergeThreeWay } from '#kernel/three-way-merge.ts'
import type { Db } from '#platform/database/db.server.ts'
import { parseRate } from '../rules/campaign.ts'
import {
  DIGEST_RHYTHMS,
  type DigestSchedule,
  type NewsletterSettingsFields,
} from '../rules/newsletter-settings.ts'

export type NewsletterSettings = {
  /** Emails per second. */
  rate: number
  /** Double opt-in. */
  isConfirmed: boolean
  digest: DigestSchedule
}

const AUDITED = { action: 'newsletter-settings.update', subject: 'Newsletter' } as const
const EPOCH = new Date(0).toISOString()

export async function findNewsletterSettings(db: Db): Promise<NewsletterSettings> {
  const { rows } = await db.execute<{ name: string; value: string }>(sql`
    select setting_name as name, setting_value as value from site_settings where setting_name like 'newsletter!_%' escape '!'`)
  const values = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  const since = values.newsletter_digest_since ?? ''
  return {
    rate: parseRate(values.newsletter_rate),
    isConfirmed: values.newsletter_double_opt_in === 'true',
    digest: {
      rhythm: DIGEST_RHYTHMS.find((rhythm) => rhythm === values.newsletter_digest) ?? 'off',
      hour: integerWithin(values.newsletter_digest_hour, 0, 23) ?? 7,
      weekday: integerWithin(values.newsletter_digest_weekday, 1, 7) ?? 1,
      since: Number.isNaN(Date.parse(since)) ? EPOCH : new Date(since).toISOString(),
    },
  }
}

function integerWithin(text: string | undefined, min: number, max: number): number | undefined {
  const number = Number(text || Number.NaN)
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined
}

export async function findNewsletterForm(db: Db): Promise<StoredSettings<NewsletterSettingsFields>> {
  const values = toFields(await findNewsletterSettings(db))
  return { values, changedBy: await findLastChange(db, AUDITED) }
}

/**
 * Unchanged fields keep their stored values.
 *
 * @param form.now a changed schedule applies from then on
 * @param form.base the values when the form was opened
 */
export async function saveNewsletterSettings(
  db: Db,
  form: { by: Account; now: Date; base: NewsletterSettingsFields; typed: NewsletterSettingsFields },
): Promise<SaveOutcome<NewsletterSettingsFields>> {
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const { digest, ...settings } = await findNewsletterSettings(tx)
    const before = toFields({ digest, ...settings })
    const { values: next, conflicts } = mergeThreeWay(form, before)
    if (conflicts.length > 0) return { kind: 'conflict', stored: await findNewsletterForm(tx) }
    const changes = diffFields(toAuditNames(before), toAuditNames(next))
    if (Object.keys(changes).length > 0) {
      const { rhythm, hour, weekday } = next
      const isSameSchedule = rhythm === digest.rhythm && hour === digest.hour && weekday === digest.weekday
      const values = {
        newsletter_rate: String(next.rate),
        newsletter_double_opt_in: String(next.isConfirmed),
        newsletter_digest: rhythm,
        newsletter_digest_hour: String(hour),
        newsletter_digest_weekday: String(weekday),
        newsletter_digest_since: isSameSchedule ? digest.since : form.now.toISOString(),
      }
      await tx.execute(sql`
        insert into site_settings (setting_name, setting_value)
        select key, value from jsonb_each_text(${JSON.stringify(values)}::jsonb)
        on conflict (setting_name) do update set setting_value = excluded.setting_value`)
      await recordAudit(tx, { by: form.by, ...AUDITED, changes })
    }
    return { kind: 'saved', stored: await findNewsletterForm(tx) }
  })
}

function toFields({ rate, isConfirmed, digest }: NewsletterSettings): NewsletterSettingsFields {
  const { rhythm, hour, weekday } = digest
  return { rate, isConfirmed, rhythm, hour, weekday }
}

function toAuditNames({ rate, isConfirmed, rhythm, hour, weekday }: NewsletterSettingsFields) {
  return {
    messagesPerSecond: rate,
    doubleOptIn: isConfirmed,
    digest: rhythm,
    digestHour: hour,
    digestWeekday: weekday,
  }
}
