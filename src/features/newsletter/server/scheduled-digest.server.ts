import { findPublicSettings } from '#features/site/server/settings.server.ts'
import { formatDay } from '#kernel/dates.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { CampaignDraft } from '../rules/campaign.ts'
import { dueDigest } from '../rules/digest-schedule.ts'
import { beginCampaign, hasCampaignFor } from './campaigns.server.ts'
import { composeLetter } from './compose-letter.server.tsx'
import { findNewsletterSettings } from './newsletter-settings.server.ts'

/** Begins the digest that is due at `now` by the schedule, if one is and it has stories. @returns whether one was begun */
export async function beginDueDigest(db: Db, now: Date): Promise<boolean> {
  const { digest } = await findNewsletterSettings(db)
  const period = dueDigest(digest, now)
  if (!period || (await hasCampaignFor(db, period))) return false
  const { siteName } = await findPublicSettings(db)
  const composed = await composeLetter(db, draftOf(digest.rhythm === 'weekly', siteName, now), now)
  if (composed.kind !== 'ready') return false
  const begun = await beginCampaign(db, composed.letter, { by: null, period })
  return begun.kind === 'begun'
}

function draftOf(isWeekly: boolean, siteName: string, now: Date): CampaignDraft {
  const day = formatDay(now.toISOString())
  return isWeekly
    ? { template: 'digest', subject: `${siteName}: the week to ${day}`, content: 'The stories of the week.' }
    : { template: 'headlines', subject: `${siteName}: ${day}`, content: "Today's headlines." }
}
