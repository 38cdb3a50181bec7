import * as z from 'zod'
import {
  type CampaignState,
  DELIVERY_STATES,
  type DeliveryState,
  EMAIL_TEMPLATES,
} from '#kernel/campaign-states.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'

export type DeliveryCounts = Record<DeliveryState, number>

/** Emails per second. */
const DEFAULT_RATE = 10
export const MAX_RATE = 500

export function parseRate(text: string | undefined): number {
  const rate = Number.parseInt(text ?? '', 10)
  return Number.isNaN(rate) ? DEFAULT_RATE : Math.min(Math.max(rate, 1), MAX_RATE)
}

export function totalDeliveries(counts: DeliveryCounts): number {
  return DELIVERY_STATES.reduce((sum, state) => sum + counts[state], 0)
}

export function progressPercent(counts: DeliveryCounts): number {
  const total = totalDeliveries(counts)
  return total === 0 ? 100 : Math.floor(((total - counts.queued - counts.claimed) / total) * 100)
}

export function campaignActions(state: CampaignState): ('pause' | 'resume' | 'cancel')[] {
  if (state === 'scheduled') return ['cancel']
  if (state === 'sending') return ['pause', 'cancel']
  return state === 'paused' ? ['resume', 'cancel'] : []
}

export const MAX_SUBJECT_LENGTH = 200
export const MAX_CONTENT_LENGTH = 50_000
/** Spec §5, Campaign. */
export const draftIncomplete = () => phrase('Please fill in both subject and content')

export const MAX_PREVIEW_LENGTH = 200
export const articleMissing = () => phrase('Please choose an article')

/** As for articles. */
const MAX_TITLE_LENGTH = 2_000

/** `title` is the headline when the article was chosen. */
const articleSchema = z.object({ id, title: z.string().max(MAX_TITLE_LENGTH) })

/** `preview` is shown after the subject in inboxes; an article has its standfirst instead of an empty one. */
export const campaignDraftSchema = z
  .object({
    template: z.enum(EMAIL_TEMPLATES),
    article: articleSchema.nullable(),
    subject: z.string().trim().min(1, { error: draftIncomplete }).max(MAX_SUBJECT_LENGTH),
    preview: z.string().trim().max(MAX_PREVIEW_LENGTH),
    content: z.string().max(MAX_CONTENT_LENGTH),
  })
  // An article needs no introduction.
  .refine(({ template, content }) => template === 'article' || content.trim() !== '', {
    path: ['content'],
    error: draftIncomplete,
  })
  .refine(({ template, article }) => template !== 'article' || article !== null, {
    path: ['article'],
    error: articleMissing,
  })

/** Returns the id of the article that a campaign sends; null with other templates. */
export function sentArticleId({
  template,
  article,
}: Pick<CampaignDraft, 'template' | 'article'>): string | null {
  return template === 'article' ? (article?.id ?? null) : null
}

/** `key`: retries with the same key send one campaign. */
export const keyedCampaignSchema = campaignDraftSchema.safeExtend({ key: z.string().min(8).max(64) })

/** `at`: when it is sent. */
export const scheduledCampaignSchema = keyedCampaignSchema.safeExtend({ at: z.iso.datetime() })

export type CampaignDraft = z.infer<typeof campaignDraftSchema>

export const storedCampaignSchema = z.object({
  form: z.object({
    template: z.enum(EMAIL_TEMPLATES),
    article: articleSchema.nullable().default(null),
    subject: z.string(),
    preview: z.string().default(''),
    content: z.string(),
  }),
  /** So that a restored campaign is not sent twice. */
  key: z.string().min(1).max(100),
  savedAt: z.iso.datetime(),
})

export type StoredCampaign = Omit<z.infer<typeof storedCampaignSchema>, 'savedAt'>
