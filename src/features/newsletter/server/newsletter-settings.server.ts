import { sql } from 'drizzle-orm'
import type { Account } from '#features/accounts/rules/access.ts'
import { diffFields } from '#features/accounts/rules/diff-fields.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { parseRate } from '../rules/campaign.ts'
import { DIGEST_RHYTHMS, type DigestSchedule } from '../rules/digest-schedule.ts'

export type NewsletterSettings = {
  /** Emails per second. */
  rate: number
  /** Double opt-in. */
  isConfirmed: boolean
  digest: DigestSchedule
}

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

/** @param options.now a changed schedule applies from then on */
export async function saveNewsletterSettings(
  db: Db,
  {
    by,
    now,
    ...next
  }: { by: Account; now: Date; rate: number; isConfirmed: boolean } & {
    digest: Omit<DigestSchedule, 'since'>
  },
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await findNewsletterSettings(tx)
    const changes = diffFields(flatten(before), flatten(next))
    if (Object.keys(changes).length === 0) return
    const { rhythm, hour, weekday } = next.digest
    const isSameSchedule =
      rhythm === before.digest.rhythm && hour === before.digest.hour && weekday === before.digest.weekday
    const values = {
      newsletter_rate: String(next.rate),
      newsletter_double_opt_in: String(next.isConfirmed),
      newsletter_digest: rhythm,
      newsletter_digest_hour: String(hour),
      newsletter_digest_weekday: String(weekday),
      newsletter_digest_since: isSameSchedule ? before.digest.since : now.toISOString(),
    }
    await tx.execute(sql`
      insert into site_settings (setting_name, setting_value)
      select key, value from jsonb_each_text(${JSON.stringify(values)}::jsonb)
      on conflict (setting_name) do update set setting_value = excluded.setting_value`)
    await recordAudit(tx, { by, action: 'newsletter-settings.update', subject: 'Newsletter', changes })
  })
}

function flatten({
  rate,
  isConfirmed,
  digest: { rhythm, hour, weekday },
}: {
  rate: number
  isConfirmed: boolean
  digest: Omit<DigestSchedule, 'since'>
}) {
  return {
    messagesPerSecond: rate,
    doubleOptIn: isConfirmed,
    digest: rhythm,
    digestHour: hour,
    digestWeekday: weekday,
  }
}
