import * as z from 'zod'
import { EMAIL_TEMPLATES } from '#kernel/campaign-states.ts'

export const MAX_SUBJECT_LENGTH = 200
export const MAX_CONTENT_LENGTH = 50_000
/** Spec §5, Campaign. */
export const DRAFT_INCOMPLETE = 'Please fill in both subject and content'

export const campaignDraftSchema = z.object({
  template: z.enum(EMAIL_TEMPLATES),
  subject: z.string().trim().min(1, DRAFT_INCOMPLETE).max(MAX_SUBJECT_LENGTH),
  content: z
    .string()
    .max(MAX_CONTENT_LENGTH)
    .refine((text) => text.trim() !== '', DRAFT_INCOMPLETE),
})

export type CampaignDraft = z.infer<typeof campaignDraftSchema>

/** Stored by the browser. */
export const storedCampaignSchema = z.object({
  form: z.object({ template: z.enum(EMAIL_TEMPLATES), subject: z.string(), content: z.string() }),
  /** The key of the campaign, so that a restored one is not sent twice. */
  key: z.string().min(1).max(100),
  savedAt: z.iso.datetime(),
})

export type StoredCampaign = Omit<z.infer<typeof storedCampaignSchema>, 'savedAt'>
