import { expect, it } from 'vitest'
import {
  articleMissing,
  campaignDraftSchema,
  draftIncomplete,
  scheduledCampaignSchema,
  storedCampaignSchema,
} from './campaign.ts'

const ARTICLE = { id: '00000000-0000-4000-8000-000000000001', title: 'Tea' }
const DRAFT = {
  template: 'announcement',
  article: null,
  subject: 'News',
  preview: '',
  content: 'Dear reader',
}

const problems = (draft: object) =>
  campaignDraftSchema.safeParse(draft).error?.issues.map(({ path, message }) => [path.join('.'), message]) ??
  []

it('a campaign needs a subject, and a content unless it sends an article', () => {
  expect(problems(DRAFT)).toEqual([])
  expect(problems({ ...DRAFT, subject: ' ' })).toEqual([['subject', draftIncomplete()]])
  expect(problems({ ...DRAFT, content: ' \n' })).toEqual([['content', draftIncomplete()]])
  expect(problems({ ...DRAFT, template: 'article', article: ARTICLE, content: '' })).toEqual([])
  expect(problems({ ...DRAFT, template: 'article' })).toEqual([['article', articleMissing()]])
})

it('a scheduled campaign has the same rules', () => {
  const scheduled = { ...DRAFT, key: '12345678', at: '2026-11-30T12:00:00Z' }
  expect(scheduledCampaignSchema.safeParse(scheduled).success).toBe(true)
  expect(scheduledCampaignSchema.safeParse({ ...scheduled, content: '' }).success).toBe(false)
  expect(scheduledCampaignSchema.safeParse({ ...scheduled, key: 'short' }).success).toBe(false)
})

it('drafts that were stored before campaigns had articles can be restored', () => {
  const form = { template: 'digest', subject: 'The week', content: '' }
  expect(storedCampaignSchema.parse({ form, key: 'k', savedAt: '2026-11-30T12:00:00Z' }).form).toEqual({
    ...form,
    article: null,
    preview: '',
  })
})
