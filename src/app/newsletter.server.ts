import {
  type CampaignSender,
  startCampaignSender,
} from '#features/newsletter/server/campaign-sender.server.ts'
import { startScheduledCampaigns } from '#features/newsletter/server/scheduled-campaigns.server.ts'
import { startDueDigest } from '#features/newsletter/server/scheduled-digest.server.ts'
import { createMailTransport } from '#platform/mail/mail-transport.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'
import type { Services } from './services.server.ts'

const SCHEDULE_CHECK_MS = 60_000

export function openNewsletter(env: Env, { database }: Services): CampaignSender {
  let checkedAt = Number.NEGATIVE_INFINITY
  const onError = (message: string, error?: unknown) =>
    log().warn(error === undefined ? {} : { err: error }, message)
  return startCampaignSender({
    database,
    transport: createMailTransport(env),
    mail: env,
    async startDue() {
      await startScheduledCampaigns(database.db, new Date(), onError)
      if (performance.now() - checkedAt < SCHEDULE_CHECK_MS) return
      checkedAt = performance.now()
      await startDueDigest(database.db, new Date())
    },
    onError,
  })
}
