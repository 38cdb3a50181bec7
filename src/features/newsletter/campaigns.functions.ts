import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requires } from '#features/accounts/requires.functions.ts'
import { findPublicSettings } from '#features/site/server/settings.server.ts'
import { LETTER_TEMPLATES } from '#kernel/campaign-states.ts'
import { db } from '#platform/database/db.server.ts'
import { mailTransport, sendMail } from '#platform/mail.server.ts'
import { orFail } from '#platform/public-failure.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import {
  CAMPAIGN_CHANGE_FAILURE,
  CAMPAIGN_FAILURE,
  CAMPAIGNS_FAILURE,
  DRAFT_INCOMPLETE,
  NEWSLETTER_DATA_FAILURE,
  NEWSLETTER_SETTINGS_FAILURE,
  PREVIEW_FAILURE,
  TEST_FAILURE,
} from './office/messages.ts'
import { addressLetter, TEST_TOKEN } from './rules/address-letter.ts'
import { HIGHEST_RATE, LONGEST_CONTENT, LONGEST_SUBJECT } from './rules/campaign.ts'
import { DIGEST_RHYTHMS } from './rules/digest-schedule.ts'
import {
  beginCampaign,
  changeCampaign,
  listCampaigns,
  listTroubled,
  settleUncertain,
} from './server/campaigns.server.ts'
import { composeLetter } from './server/compose-letter.server.tsx'
import { findNewsletterSettings, saveNewsletterSettings } from './server/newsletter-settings.server.ts'

const draft = z.object({
  template: z.enum(LETTER_TEMPLATES),
  subject: z.string().trim().min(1, DRAFT_INCOMPLETE).max(LONGEST_SUBJECT),
  content: z
    .string()
    .max(LONGEST_CONTENT)
    .refine((text) => text.trim() !== '', DRAFT_INCOMPLETE),
})

const getCampaigns = createServerFn({ method: 'GET' })
  .middleware([requires('admin')])
  .handler(() =>
    orFail(CAMPAIGNS_FAILURE, async () => ({
      campaigns: await listCampaigns(db()),
      transport: mailTransport(),
    })),
  )

const getTroubledLetters = createServerFn({ method: 'GET' })
  .middleware([requires('admin')])
  .validator(z.object({ campaignId: z.uuid() }))
  .handler(({ data }) => orFail(CAMPAIGNS_FAILURE, () => listTroubled(db(), data.campaignId)))

const getNewsletterSettings = createServerFn({ method: 'GET' })
  .middleware([requires('admin')])
  .handler(() => orFail(NEWSLETTER_DATA_FAILURE, () => findNewsletterSettings(db())))

/** How a draft's letter would look now: its HTML and its text. @throws with words for administrators */
export const previewLetter = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .validator(draft)
  .handler(({ data }) => orFail(PREVIEW_FAILURE, () => composeLetter(db(), data, new Date())))

/** Sends a draft's letter to the administrator who asks. @throws with words for administrators */
export const sendTestLetter = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .validator(draft)
  .handler(({ data, context: { account } }) =>
    orFail(TEST_FAILURE, async () => {
      const composed = await composeLetter(db(), data, new Date())
      if (composed.kind !== 'ready') return composed
      const { subject, html, text } = composed.letter
      const { siteName: fromName } = await findPublicSettings(db())
      const mail = addressLetter({ fromName, subject: `[Test] ${subject}`, html, text }, siteOrigin(), {
        to: account.email,
        token: TEST_TOKEN,
        id: `test.${Date.now()}`,
      })
      await sendMail(mail)
      return { kind: 'sent' as const, to: account.email, transport: mailTransport() }
    }),
  )

/** Begins to send a draft to all who are active; the same `key` begins it once. @throws with the message of spec §8 */
export const sendCampaign = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .validator(draft.extend({ key: z.string().min(8).max(64) }))
  .handler(({ data: { key, ...typed }, context: { account } }) =>
    orFail(CAMPAIGN_FAILURE, async () => {
      const composed = await composeLetter(db(), typed, new Date())
      if (composed.kind !== 'ready') return composed
      return beginCampaign(db(), composed.letter, { by: account, period: `by-hand:${key}` })
    }),
  )

/** Pauses, resumes or cancels a campaign. @throws with words for administrators */
export const changeCampaignState = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .validator(z.object({ id: z.uuid(), action: z.enum(['pause', 'resume', 'cancel']) }))
  .handler(({ data, context }) =>
    orFail(CAMPAIGN_CHANGE_FAILURE, () => changeCampaign(db(), { by: context.account, ...data })),
  )

/** Sends or drops the uncertain letters of a campaign. @throws with words for administrators */
export const settleUncertainLetters = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .validator(z.object({ id: z.uuid(), action: z.enum(['send', 'drop']) }))
  .handler(({ data, context }) =>
    orFail(CAMPAIGN_CHANGE_FAILURE, () => settleUncertain(db(), { by: context.account, ...data })),
  )

/** Saves how the newsletter is sent. @throws with words for administrators */
export const changeNewsletterSettings = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .validator(
    z.object({
      rate: z.int().min(1).max(HIGHEST_RATE),
      isConfirmed: z.boolean(),
      digest: z.object({
        rhythm: z.enum(DIGEST_RHYTHMS),
        hour: z.int().min(0).max(23),
        weekday: z.int().min(1).max(7),
      }),
    }),
  )
  .handler(({ data, context }) =>
    orFail(NEWSLETTER_SETTINGS_FAILURE, () =>
      saveNewsletterSettings(db(), { by: context.account, now: new Date(), ...data }),
    ),
  )

/** The latest campaigns, and where letters go. */
export const campaignsQuery = queryOptions({
  queryKey: ['admin', 'campaigns', 'list'],
  queryFn: () => getCampaigns(),
})

/** A campaign's letters that are uncertain or have failed. */
export const troubledLettersQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['admin', 'campaigns', 'troubled', campaignId],
    queryFn: () => getTroubledLetters({ data: { campaignId } }),
  })

/** How the newsletter is sent. */
export const newsletterSettingsQuery = queryOptions({
  queryKey: ['admin', 'settings', 'newsletter'],
  queryFn: () => getNewsletterSettings(),
})
