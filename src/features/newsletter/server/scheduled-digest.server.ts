import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { formatDay } from '#kernel/time/dates.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { CampaignDraft } from '../rules/campaign.ts'
import { dueDigest } from '../rules/newsletter-settings.ts'
import { hasCampaignForPeriod, startCampaign } from './campaigns.server.ts'
import { composeEmailContent } from './compose-email.server.tsx'
import { findNewsletterSettings } from './newsletter-settings.server.ts'

/** @returns whether a campaign was started */
export async function startDueDigest(db: Db, now: Date): Promise<boolean> {
  const { digest } = await findNewsletterSettings(db)
  const period = dueDigest(digest, now)
  if (!period || (await hasCampaignForPeriod(db, period))) return false
  const { siteName } = await findPublicSettings(db)
  const composed = await composeEmailContent(db, createDraft(digest.rhythm === 'weekly', siteName, now), now)
  if (composed.kind !== 'ready') return false
  const result = await startCampaign(db, composed.email, { by: null, period })
  return result.kind === 'started'
}

function createDraft(isWeekly: boolean, siteName: string, now: Date): CampaignDraft {
  const day = formatDay(now.toISOString())
  const none = { article: null, preview: '' }
  return isWeekly
    ? {
        ...none,
        template: 'digest',
        subject: phrase('{name}: the week to {day}', { name: siteName, day }),
        content: phrase('The news of the week.'),
      }
    : {
        ...none,
        template: 'headlines',
        subject: `${siteName}: ${day}`,
        content: phrase("Today's headlines."),
      }
}
