import {
  type CampaignSender,
  startCampaignSender,
} from '#features/newsletter/server/campaign-sender.server.ts'
import { beginDueDigest } from '#features/newsletter/server/scheduled-digest.server.ts'
import { openCourier } from '#platform/courier.server.ts'
import type { Env } from '#platform/env.server.ts'
import { log } from '#platform/log.server.ts'
import type { Services } from './services.server.ts'

/** How often the schedule is looked at. */
const LOOK_MS = 60_000

/** Starts what sends the newsletter, now and by the clock. */
export function openNewsletter(env: Env, { database }: Services): CampaignSender {
  let lookedAt = Number.NEGATIVE_INFINITY
  return startCampaignSender({
    database,
    courier: openCourier(env),
    mail: env,
    async beginDue() {
      if (performance.now() - lookedAt < LOOK_MS) return
      lookedAt = performance.now()
      await beginDueDigest(database.db, new Date())
    },
    onError: (message, error) => log().warn(error === undefined ? {} : { err: error }, message),
  })
}
