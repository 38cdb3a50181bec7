import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { newsletterCampaigns } from '#schema/newsletter.ts'
import { siteSettings } from '#schema/site.ts'

const REASON =
  'The site was restored from a backup. Emails that were sent after the backup would be sent again: check before you resume.'

/** A restored site must not repeat emails sent since the backup. */
export async function pauseRestoredCampaigns(db: Db, now: Date): Promise<void> {
  await db
    .update(newsletterCampaigns)
    .set({ state: 'paused', failure: REASON })
    .where(eq(newsletterCampaigns.state, 'sending'))
  // Digests that were due before this time are not sent.
  const settingValue = now.toISOString()
  await db
    .insert(siteSettings)
    .values({ settingName: 'newsletter_digest_since', settingValue })
    .onConflictDoUpdate({ target: siteSettings.settingName, set: { settingValue } })
}
