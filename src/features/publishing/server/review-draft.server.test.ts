import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import type { ReviewKind } from '#features/drafts/rules/draft-status.ts'
import type { Correction } from '#features/drafts/rules/publication-forms.ts'
import { openDraftClient } from '../testing/draft-client.ts'
import { createNewsroom, ID, LATER, NOW } from '../testing/newsroom.ts'
import { secondPersonSetting } from './newsroom-settings.server.ts'
import { publishDraft } from './publish-draft.server.ts'
import { reviewDraft } from './review-draft.server.ts'
import { withdrawArticle } from './withdraw-article.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open, save, publish, row, revisions, audit, restore } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

async function review(kind: ReviewKind, by: Account = ada, from?: { formHash: string }, note = '') {
  const { formHash } = from ?? (await open())
  return reviewDraft(db, by, { kind, id: ID, base: { formHash }, note }, NOW)
}

const text = { content: 'Text' }
const NEEDS_APPROVAL = {
  kind: 'refused',
  reasons: ['Another person must approve this text before it is published.'],
}

it('submits, approves and requests changes, with records', async () => {
  await save(text)
  expect(await review('submit', ada, undefined, 'Please check')).toEqual({
    kind: 'reviewed',
    revision: 2,
    status: 'in-review',
  })
  expect(await review('request-changes', ben, undefined, 'Too short')).toMatchObject({ status: 'draft' })
  await save({ content: 'A longer text' })
  await review('submit')
  expect(await review('approve', ben)).toMatchObject({ status: 'approved', revision: 4 })
  expect(await revisions()).toEqual(['1 save: Tea', '2 submit: Tea', '3 save: Tea', '4 submit: Tea'])
  expect((await pool.query('select kind, revision, note from reviews order by seq')).rows).toEqual([
    { kind: 'submit', revision: 2, note: 'Please check' },
    { kind: 'request-changes', revision: 2, note: 'Too short' },
    { kind: 'submit', revision: 4, note: '' },
    { kind: 'approve', revision: 4, note: '' },
  ])
  expect((await audit()).map(({ action }) => action)).toEqual([
    'draft.create',
    'article.submit',
    'article.request-changes',
    'draft.update',
    'article.submit',
    'article.approve',
  ])
  expect(await row()).toBeUndefined()
})

it('rejects an approval of a text that was edited in the meantime', async () => {
  await save(text)
  const base = await open()
  await review('submit')
  await save({ content: 'Another text' })
  expect(await review('approve', ben, base)).toEqual({ kind: 'outdated' })
  expect(await open()).toMatchObject({ status: 'in-review' })
})

it('is over once the article is published', async () => {
  await save(text)
  await review('submit')
  await publish({}, { by: ben })
  expect(await open()).toMatchObject({ status: 'published' })
})

describe('when two people are required', () => {
  beforeEach(async () => {
    await secondPersonSetting.set(db, ada, true)
  })

  it('a text is published with the approval of another person only', async () => {
    await save(text)
    await review('submit')
    expect(await publish()).toEqual(NEEDS_APPROVAL)
    expect(await review('approve', ada)).toEqual({
      kind: 'refused',
      reasons: ['You wrote part of this text. Another person must approve it.'],
    })
    expect(await row()).toBeUndefined()
    await review('approve', ben)
    expect(await publish()).toMatchObject({ kind: 'published' })
    expect((await pool.query('select by, approved_by from publications')).rows).toEqual([
      { by: ada.id, approved_by: ben.id },
    ])
  })

  it('refuses a new article, an edit after the approval, and a schedule', async () => {
    expect(await publish(text)).toEqual(NEEDS_APPROVAL)
    await save(text)
    await review('submit')
    await review('approve', ben)
    expect(await publish({ content: 'Edited' })).toEqual(NEEDS_APPROVAL)
    expect(await publish({ content: 'Edited' }, { by: ben })).toEqual(NEEDS_APPROVAL)
    expect(await publish({ content: 'Edited' }, { plannedAt: LATER })).toEqual(NEEDS_APPROVAL)
    await save({ content: 'Edited' })
    expect(await publish()).toEqual(NEEDS_APPROVAL)
    expect(await open()).toMatchObject({ status: 'draft', lastRevision: 3 })
  })

  it.each([
    { title: 'Harbour scandal' },
    { summary: 'A scandal.' },
    { author: 'Ben Marlow' },
    { category: 'Money' },
    { content: '<p><a href="https://pay.example/">Text</a></p>' },
    { content: '<p><strong>Text</strong></p>' },
    { content: '<table><tbody><tr><td>Text</td></tr></tbody></table>' },
  ])('refuses what was approved with %j', async (change) => {
    await save(text)
    await review('submit')
    await review('approve', ben)
    await save(change)
    expect(await publish()).toEqual(NEEDS_APPROVAL)
  })

  it('counts everybody who changed the text since its publication as an author', async () => {
    await save(text)
    await save({ content: 'Improved' }, { by: ben })
    await review('submit')
    expect(await review('approve', ada)).toMatchObject({ kind: 'refused' })
    expect(await review('approve', ben)).toMatchObject({ kind: 'refused' })
  })

  it('counts everybody who wrote a withdrawn text as an author, also if it was approved before', async () => {
    await save(text)
    await review('submit')
    await review('approve', ben)
    await publish()
    await withdrawArticle(db, ada, { publicationId: crypto.randomUUID(), id: ID, reason: '' }, NOW)
    await review('submit')
    expect(await review('approve')).toMatchObject({ kind: 'refused' })
    expect(await publish()).toEqual(NEEDS_APPROVAL)
    expect(await review('approve', ben)).toMatchObject({ status: 'approved' })
    expect(await publish()).toMatchObject({ kind: 'published' })
  })

  it('counts a person who restores a revision as an author, but not one who submits it', async () => {
    await save(text)
    await save({ content: 'Improved' })
    await restore(1, { by: ben })
    await review('submit', ben)
    expect(await review('approve', ben)).toMatchObject({ kind: 'refused' })
    await newsroom.clear()
    await secondPersonSetting.set(db, ada, true)
    await save(text)
    await review('submit', ben)
    expect(await review('approve', ben)).toMatchObject({ kind: 'reviewed' })
  })

  it('counts those who wrote a restored revision as authors again', async () => {
    const { addPerson } = newsroom
    const [cora, dan] = [await addPerson('Cora'), await addPerson('Dan')]
    await save({ content: 'Rumours' }, { by: cora })
    await save(text)
    await review('submit')
    await review('approve', ben)
    await publish()
    await restore(1, { by: ben })
    await review('submit', ben)
    expect(await review('approve', cora)).toMatchObject({ kind: 'refused' })
    expect(await review('approve', ben)).toMatchObject({ kind: 'refused' })
    expect(await review('approve', dan)).toMatchObject({ status: 'approved' })
  })

  it('keeps the authors of what is unpublished when an earlier text is published', async () => {
    await save(text)
    await review('submit')
    await review('approve', ben)
    const approved = await openDraftClient(db, ada, ID, NOW)
    const { base } = approved
    await save({ content: 'Added by Ben' }, { by: ben })
    const publication = { publicationId: crypto.randomUUID(), id: ID, updateKind: 'update' } as const
    expect(await publishDraft(db, ada, { ...publication, base }, NOW)).toMatchObject({ kind: 'published' })
    await review('submit')
    expect(await review('approve', ben)).toMatchObject({ kind: 'refused' })
    expect(await review('approve', ada)).toMatchObject({ status: 'approved' })
  })

  it('keeps the authors of a draft when its feed changes the published article', async () => {
    const id = await newsroom.ingest('1', 'As ingested')
    await save({ content: 'Rewritten' }, { id })
    await newsroom.ingest('2', 'Changed by the feed')
    const { formHash } = await open(id)
    const request = { id, base: { formHash }, note: '' }
    await reviewDraft(db, ada, { ...request, kind: 'submit' }, NOW)
    expect(await reviewDraft(db, ada, { ...request, kind: 'approve' }, NOW)).toMatchObject({
      kind: 'refused',
    })
    expect(await reviewDraft(db, ben, { ...request, kind: 'approve' }, NOW)).toMatchObject({
      kind: 'reviewed',
    })
  })

  it('publishes only the correction that another person has approved', async () => {
    await save(text)
    await review('submit')
    await review('approve', ben)
    await publish()
    const correction: Correction = { kind: 'correction', text: 'It was black tea.' }
    const correct = (given = correction) => publish({}, { updateKind: 'correction', correction: given })
    const decide = async (kind: ReviewKind, by: Account, given?: Correction) => {
      const { formHash } = await open()
      return reviewDraft(db, by, { kind, id: ID, base: { formHash }, note: '', correction: given }, NOW)
    }
    expect(await correct()).toMatchObject({ kind: 'refused' })
    expect(await review('submit')).toEqual({ kind: 'refused', reasons: ['There are no changes to review.'] })
    expect(await decide('submit', ada, correction)).toMatchObject({ status: 'in-review' })
    expect((await open()).review).toMatchObject({ correction })
    expect(await decide('approve', ada, correction)).toMatchObject({ kind: 'refused' })
    expect(await decide('approve', ben)).toEqual({ kind: 'outdated' })
    expect(await decide('approve', ben, { ...correction, text: 'It was tea.' })).toEqual({ kind: 'outdated' })
    expect(await decide('approve', ben, correction)).toMatchObject({ status: 'approved' })
    expect(await correct({ ...correction, text: 'It was Ben.' })).toEqual({
      kind: 'refused',
      reasons: [
        'Another person must approve the text of the correction before it is published. Submit it for review with the article.',
      ],
    })
    expect(await correct()).toMatchObject({ kind: 'published' })
    expect((await pool.query('select text from corrections')).rows).toEqual([{ text: 'It was black tea.' }])
  })

  it('applies an approval once: the next publication needs another', async () => {
    await save(text)
    await review('submit')
    await review('approve', ben)
    await publish()
    expect(await publish({ content: 'Edited' }, { updateKind: 'minor' })).toEqual(NEEDS_APPROVAL)
    await save({ content: 'Edited' })
    await review('submit')
    expect(await review('approve', ben)).toMatchObject({ kind: 'reviewed' })
    expect(await publish()).toMatchObject({ kind: 'published' })
  })
})

it('records changes of the setting', async () => {
  await secondPersonSetting.set(db, ada, true)
  await secondPersonSetting.set(db, ada, true)
  expect(await audit()).toMatchObject([
    { action: 'settings.update', changes: { requireSecondPerson: { from: false, to: true } } },
  ])
})
