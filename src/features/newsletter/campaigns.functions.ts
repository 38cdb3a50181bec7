import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { id } from '#kernel/id.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { mailTransportKind, sendEmail } from '#platform/mail/mail.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import {
  type CampaignDraft,
  campaignDraftSchema,
  keyedCampaignSchema,
  scheduledCampaignSchema,
} from './rules/campaign.ts'
import {
  campaignChangeFailure,
  campaignFailure,
  campaignsFailure,
  newsletterDataFailure,
  newsletterSettingsFailure,
  previewFailure,
  scheduleFailure,
  testFailure,
} from './rules/messages.ts'
import { newsletterSettingsSchema } from './rules/newsletter-settings.ts'
import { personaliseEmail, TEST_TOKEN } from './rules/personalise-email.ts'
import {
  changeCampaign,
  listCampaigns,
  listFailedDeliveries,
  settleUncertain,
  startCampaign,
} from './server/campaigns.server.ts'
import { composeEmailContent } from './server/compose-email.server.tsx'
import { findNewsletterForm, saveNewsletterSettings } from './server/newsletter-settings.server.ts'
import { findCampaignEmail, scheduleCampaign } from './server/scheduled-campaigns.server.ts'

const getCampaigns = createServerFn({ method: 'GET' })
  .middleware([requireCapability('newsletter.manage')])
  .handler(() =>
    withUserMessage(campaignsFailure(), async () => ({
      campaigns: await listCampaigns(db()),
      transport: mailTransportKind(),
    })),
  )

const getFailedDeliveries = createServerFn({ method: 'GET' })
  .middleware([requireCapability('newsletter.manage')])
  .validator(z.object({ campaignId: id }))
  .handler(({ data }) =>
    withUserMessage(campaignsFailure(), () => listFailedDeliveries(db(), data.campaignId)),
  )

const getNewsletterSettings = createServerFn({ method: 'GET' })
  .middleware([requireCapability('newsletter.manage')])
  .handler(() => withUserMessage(newsletterDataFailure(), () => findNewsletterForm(db())))

const previewEmail = createServerFn({ method: 'POST' })
  .middleware([requireCapability('newsletter.manage')])
  .validator(campaignDraftSchema)
  .handler(({ data }) => withUserMessage(previewFailure(), () => composeEmailContent(db(), data, new Date())))

/** To the current administrator only. */
export const sendTestEmail = createServerFn({ method: 'POST' })
  .middleware([requireCapability('newsletter.manage')])
  .validator(campaignDraftSchema)
  .handler(({ data, context: { account } }) =>
    withUserMessage(testFailure(), async () => {
      const composed = await composeEmailContent(db(), data, new Date())
      if (composed.kind !== 'ready') return composed
      const { subject, html, text } = composed.email
      const { siteName: fromName } = await findPublicSettings(db())
      const message = personaliseEmail({ fromName, subject: `[Test] ${subject}`, html, text }, siteOrigin(), {
        to: account.email,
        token: TEST_TOKEN,
        id: `test.${Date.now()}`,
      })
      await sendEmail(message)
      return { kind: 'sent' as const, to: account.email, transport: mailTransportKind() }
    }),
  )

/** One campaign per `key`. @throws with the message of spec §8 */
export const sendCampaign = createServerFn({ method: 'POST' })
  .middleware([requireCapability('newsletter.manage')])
  .validator(keyedCampaignSchema)
  .handler(({ data: { key, ...fields }, context: { account } }) =>
    withUserMessage(campaignFailure(), async () => {
      const composed = await composeEmailContent(db(), fields, new Date())
      if (composed.kind !== 'ready') return composed
      return startCampaign(db(), composed.email, { by: account, period: `by-hand:${key}` })
    }),
  )

/** One campaign per `key`. */
export const scheduleCampaignFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('newsletter.manage')])
  .validator(scheduledCampaignSchema)
  .handler(({ data: { key, at, ...draft }, context: { account } }) =>
    withUserMessage(scheduleFailure(), () =>
      scheduleCampaign(db(), draft, {
        by: account,
        at: new Date(at),
        now: new Date(),
        period: `by-hand:${key}`,
      }),
    ),
  )

const getCampaignEmail = createServerFn({ method: 'GET' })
  .middleware([requireCapability('newsletter.manage')])
  .validator(z.object({ id }))
  .handler(({ data }) =>
    withUserMessage(previewFailure(), () => findCampaignEmail(db(), data.id, new Date())),
  )

export const changeCampaignState = createServerFn({ method: 'POST' })
  .middleware([requireCapability('newsletter.manage')])
  .validator(z.object({ id, action: z.enum(['pause', 'resume', 'cancel']) }))
  .handler(({ data, context }) =>
    withUserMessage(campaignChangeFailure(), () => changeCampaign(db(), { by: context.account, ...data })),
  )

export const settleUncertainDeliveries = createServerFn({ method: 'POST' })
  .middleware([requireCapability('newsletter.manage')])
  .validator(z.object({ id, action: z.enum(['send', 'drop']) }))
  .handler(({ data, context }) =>
    withUserMessage(campaignChangeFailure(), () => settleUncertain(db(), { by: context.account, ...data })),
  )

export const changeNewsletterSettings = createServerFn({ method: 'POST' })
  .middleware([requireCapability('newsletter.manage')])
  .validator(z.object({ base: newsletterSettingsSchema, typed: newsletterSettingsSchema }))
  .handler(({ data, context }) =>
    withUserMessage(newsletterSettingsFailure(), () =>
      saveNewsletterSettings(db(), { by: context.account, now: new Date(), ...data }),
    ),
  )

export const campaignsQuery = queryOptions({
  queryKey: ['admin', 'campaigns', 'list'],
  queryFn: () => getCampaigns(),
  meta: { tags: ['admin:campaigns'] },
})

export const failedDeliveriesQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['admin', 'campaigns', 'failed', campaignId],
    queryFn: () => getFailedDeliveries({ data: { campaignId } }),
    meta: { tags: ['admin:campaigns'] },
  })

export const emailPreviewQuery = (draft: CampaignDraft) =>
  queryOptions({
    queryKey: ['admin', 'email-preview', draft],
    queryFn: () => previewEmail({ data: draft }),
    retry: false,
    gcTime: 0,
    meta: { tags: [] },
  })

export const campaignEmailQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'campaigns', 'email', id],
    queryFn: () => getCampaignEmail({ data: { id } }),
    meta: { tags: ['admin:campaigns'] },
  })

export const newsletterSettingsQuery = queryOptions({
  queryKey: ['admin', 'settings', 'newsletter'],
  queryFn: () => getNewsletterSettings(),
  meta: { tags: ['settings'] },
})
