import { describe, expect, it } from 'vitest'
import {
  DRAFT_ACTIONS,
  type DraftAction,
  type DraftFacts,
  describeDeletion,
  describeWithdrawal,
  draftStatus,
  explainMissingApproval,
  isUnseenItem,
  refuseAction,
} from './draft-status.ts'

const draft: DraftFacts = {
  formHash: 'new',
  isEmpty: false,
  hasAssignee: false,
  isPublished: false,
  isWithdrawn: false,
  published: null,
  isScheduled: false,
  review: null,
}
const published = { ...draft, isPublished: true, published: { revision: 3, formHash: 'new' } }
const changed = { ...published, published: { revision: 3, formHash: 'old' } }
const withdrawn = { ...changed, isPublished: false, isWithdrawn: true }
const inReview = { ...draft, review: { kind: 'submit', revision: 2, formHash: 'new' } } as const
const approved = { ...draft, review: { kind: 'approve', revision: 2, formHash: 'new' } } as const
const rejected = { ...draft, review: { kind: 'request-changes', revision: 2, formHash: 'new' } } as const
const scheduled = { ...approved, isScheduled: true }

describe('draftStatus', () => {
  it.each<[string, DraftFacts, string]>([
    ['has no text and no assignee', { ...draft, isEmpty: true }, 'draft'],
    ['has no text, but an assignee', { ...draft, isEmpty: true, hasAssignee: true }, 'idea'],
    ['has a text and an assignee', { ...draft, hasAssignee: true }, 'draft'],
    ['is submitted', inReview, 'in-review'],
    ['is submitted and edited', { ...inReview, formHash: 'newer' }, 'in-review'],
    ['is approved', approved, 'approved'],
    ['is approved and edited', { ...approved, formHash: 'newer' }, 'draft'],
    ['has requested changes', rejected, 'draft'],
    ['is scheduled', scheduled, 'scheduled'],
    ['is scheduled and edited', { ...scheduled, formHash: 'newer' }, 'scheduled'],
    ['is published', published, 'published'],
    ['was approved before it was published', { ...published, review: approved.review }, 'published'],
    ['is published and edited', changed, 'changed'],
    [
      'is published and submitted again',
      { ...changed, review: { ...inReview.review, revision: 4 } },
      'in-review',
    ],
    ['is withdrawn', withdrawn, 'withdrawn'],
    [
      'is withdrawn and approved again',
      { ...withdrawn, review: { ...approved.review, revision: 4 } },
      'approved',
    ],
  ])('a draft that %s', (_, facts, status) => {
    expect(draftStatus(facts)).toBe(status)
  })
})

describe('refuseAction', () => {
  const refuse = (action: DraftAction, facts: DraftFacts, context = {}) =>
    refuseAction(action, facts, { requiresSecondPerson: false, isAuthor: true, ...context })

  it.each<[DraftAction, DraftFacts]>([
    ['submit', draft],
    ['submit', changed],
    ['submit', rejected],
    ['submit', withdrawn],
    ['submit', { ...approved, formHash: 'newer' }],
    ['approve', inReview],
    ['request-changes', inReview],
    ['request-changes', approved],
    ['publish', draft],
    ['publish', scheduled],
    ['publish', withdrawn],
    ['cancel-schedule', scheduled],
    ['withdraw', changed],
    ['withdraw', { ...scheduled, isPublished: true }],
  ])('allows %s', (action, facts) => {
    expect(refuse(action, facts)).toBeNull()
  })

  it.each<[DraftAction, DraftFacts, string]>([
    ['submit', { ...draft, isEmpty: true }, 'The article has no text to review.'],
    ['submit', inReview, 'The article is already in review.'],
    ['submit', approved, 'The article is already approved.'],
    ['submit', scheduled, 'The article is scheduled. Cancel the schedule before you submit changes.'],
    ['submit', published, 'There are no changes to review.'],
    ['approve', draft, 'The article is not in review.'],
    ['approve', approved, 'The article is not in review.'],
    ['request-changes', draft, 'The article is not in review.'],
    ['request-changes', scheduled, 'The article is not in review.'],
    ['cancel-schedule', draft, 'The article is not scheduled.'],
    ['withdraw', draft, 'The article is not published.'],
    ['withdraw', withdrawn, 'The article is not published.'],
  ])('refuses %s', (action, facts, reason) => {
    expect(refuse(action, facts)).toBe(reason)
  })

  it('refuses the correction of an unpublished article', () => {
    const reason = 'Only a published article can be corrected.'
    expect(refuse('publish', draft, { updateKind: 'correction' })).toBe(reason)
    expect(refuse('publish', withdrawn, { updateKind: 'correction' })).toBe(reason)
    expect(refuse('publish', changed, { updateKind: 'correction' })).toBeNull()
  })

  describe('when two people are required', () => {
    const context = { requiresSecondPerson: true }

    it('refuses an author as the approver', () => {
      expect(refuse('approve', inReview, context)).toBe(
        'You wrote part of this text. Another person must approve it.',
      )
      expect(refuse('approve', inReview, { ...context, isAuthor: false })).toBeNull()
    })

    it('allows the publication of an approved text only', () => {
      const reason = 'Another person must approve this text before it is published.'
      expect(refuse('publish', approved, context)).toBeNull()
      expect(refuse('publish', scheduled, context)).toBeNull()
      for (const facts of [
        draft,
        inReview,
        rejected,
        changed,
        withdrawn,
        { ...approved, formHash: 'newer' },
        { ...changed, review: approved.review },
      ])
        expect(refuse('publish', facts, context)).toBe(reason)
    })
  })
})

it.each<[string, DraftFacts, boolean, string | null]>([
  ['to the author of a text in review', inReview, true, 'You wrote part of this text.'],
  ['to another person', inReview, false, null],
  ['of an approved text', approved, true, null],
  ['of a draft', draft, true, null],
])('explains the missing approval %s', (_, facts, isAuthor, explanation) => {
  const context = { requiresSecondPerson: true, isAuthor }
  const actions = DRAFT_ACTIONS.filter((action) => refuseAction(action, facts, context) === null)
  const text = explainMissingApproval(draftStatus(facts), actions)
  expect(text).toEqual(explanation && expect.stringContaining(explanation))
})

describe('held items and deletions', () => {
  it.each([
    ['The Courier', null, true],
    ['The Courier', '2026-06-15T09:00:00Z', false],
    [null, null, false],
  ])('an item of %s, published at %s, is unseen: %s', (heldFrom, publishedAt, isUnseen) => {
    expect(isUnseenItem({ heldFrom, publishedAt })).toBe(isUnseen)
  })

  const unseen = { heldFrom: 'The Courier', publishedAt: null, status: 'draft' } as const
  const draft = { heldFrom: null, publishedAt: null, status: 'draft' } as const
  const published = { heldFrom: null, publishedAt: '2026-06-15T09:00:00Z', status: 'published' } as const
  const scheduled = { ...draft, status: 'scheduled' } as const

  it.each([
    [[unseen], 'It will stay in the bin for 30 days. Its feed will not add it again.'],
    [[unseen, unseen], 'They will stay in the bin for 30 days. Their feeds will not add them again.'],
    [[draft], 'It will stay in the bin for 30 days.'],
    [[draft, unseen], 'They will stay in the bin for 30 days.'],
    [[published], 'It will stay in the bin for 30 days. Readers will no longer see it.'],
    [
      [scheduled],
      'It will stay in the bin for 30 days. Its schedule will be cancelled, and restoring the article will not bring it back.',
    ],
    [
      [scheduled, draft],
      'They will stay in the bin for 30 days. Schedules will be cancelled, and restoring the articles will not bring them back.',
    ],
    [[published, draft], 'They will stay in the bin for 30 days. Readers will no longer see them.'],
  ])('describes the deletion of %o', (articles, text) => {
    expect(describeDeletion(articles)).toBe(text)
  })

  const withdrawn =
    'Readers will no longer see it, and its address will say that it was withdrawn. You can publish it again.'
  it.each([
    [[published], withdrawn],
    [[scheduled], `${withdrawn} Its schedule will be cancelled.`],
    [[published, published], 'Readers will no longer see them. You can publish them again.'],
    [
      [published, scheduled],
      'Readers will no longer see them. You can publish them again. Schedules will be cancelled.',
    ],
  ])('describes the withdrawal of %o', (articles, text) => {
    expect(describeWithdrawal(articles)).toBe(text)
  })
})
