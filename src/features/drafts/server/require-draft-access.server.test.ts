import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ACCESS_DENIED } from '#features/access/rules/access.ts'
import { listArticles } from '#features/desk/server/list-articles.server.ts'
import { listMyWork } from '#features/desk/server/list-my-work.server.ts'
import { deleteDraft, restoreDeleted } from '#features/publishing/server/bin.server.ts'
import { findDraft } from '#features/publishing/server/find-draft.server.ts'
import { reviewDraft } from '#features/publishing/server/review-draft.server.ts'
import { saveDraft } from '#features/publishing/server/save-draft.server.ts'
import { cancelSchedule } from '#features/publishing/server/schedules.server.ts'
import { withdrawArticle } from '#features/publishing/server/withdraw-article.server.ts'
import { createNewsroom, ID, LATER, NOW } from '#features/publishing/testing/newsroom.ts'
import { requireReadableDraft } from './revisions.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, save, publish, open } = newsroom
const author = await newsroom.addPerson('Ann', 'author')
const other = await newsroom.addPerson('Olu', 'author')
const contributor = await newsroom.addPerson('Cem', 'contributor')
beforeEach(newsroom.clear)
afterAll(() => newsroom.database.drop())

const review = (by: typeof ada, kind: 'submit' | 'approve' | 'request-changes', formHash: string) =>
  reviewDraft(db, by, { kind, id: ID, base: { formHash }, note: 'Note' }, NOW)

describe('reading', () => {
  it('contributors read and list their own and assigned drafts only', async () => {
    await save({ title: 'Foreign' }, { by: other })
    await expect(findDraft(db, ID, contributor)).rejects.toThrow(ACCESS_DENIED)
    await expect(requireReadableDraft(db, contributor, ID)).rejects.toThrow(ACCESS_DENIED)
    const titles = async () =>
      (await listArticles(db, { onlyOf: contributor.id })).articles.map(({ title }) => title)
    expect(await titles()).toEqual([])
    await pool.query('update drafts set assignee_id = $1', [contributor.id])
    expect(await findDraft(db, ID, contributor)).toMatchObject({ actions: [] })
    await requireReadableDraft(db, contributor, ID)
    expect(await titles()).toEqual(['Foreign'])
  })

  it('authors read the drafts of others, without actions', async () => {
    await save({ title: 'Foreign', content: 'Text' }, { by: other })
    expect(await findDraft(db, ID, author)).toMatchObject({ actions: [] })
    expect(await findDraft(db, ID, other)).toMatchObject({ actions: ['submit'] })
  })

  it('the work of others is listed for those who may read it', async () => {
    await save({ title: 'Foreign', content: 'Text' }, { by: other })
    await review(other, 'submit', (await open()).formHash)
    expect((await listMyWork(db, author, NOW)).toReview.count).toBe(1)
    expect((await listMyWork(db, contributor, NOW)).toReview.count).toBe(0)
  })
})

describe.each([
  ['an author', author],
  ['a contributor', contributor],
])('%s', (_, writer) => {
  it('writes and submits their own draft, and a draft that is assigned to them', async () => {
    expect(await save({ title: 'Mine', content: 'Text' }, { by: writer })).toMatchObject({ kind: 'saved' })
    const { formHash } = await open()
    expect(await review(writer, 'submit', formHash)).toMatchObject({ kind: 'reviewed' })
    await pool.query('update drafts set owner_id = $1, assignee_id = $2', [ada.id, writer.id])
    expect(await save({ title: 'Still mine' }, { by: writer })).toMatchObject({ kind: 'saved' })
  })

  it('deletes their own draft until it is scheduled or published', async () => {
    await save({ title: 'Mine', content: 'Text' }, { by: writer })
    expect(await findDraft(db, ID, writer)).toMatchObject({ canDelete: true })
    await publish({}, { plannedAt: LATER })
    expect(await findDraft(db, ID, writer)).toMatchObject({ canDelete: false })
    expect(await findDraft(db, ID, ada)).toMatchObject({ canDelete: true })
  })

  it('neither publishes, schedules nor approves', async () => {
    await save({ title: 'Mine', content: 'Text' }, { by: writer })
    await expect(publish({}, { by: writer })).rejects.toThrow(ACCESS_DENIED)
    await expect(publish({}, { by: writer, plannedAt: LATER })).rejects.toThrow(ACCESS_DENIED)
    const { formHash } = await open()
    await review(writer, 'submit', formHash)
    await expect(review(writer, 'approve', formHash)).rejects.toThrow(ACCESS_DENIED)
    await expect(review(writer, 'request-changes', formHash)).rejects.toThrow(ACCESS_DENIED)
    expect(await newsroom.row()).toBeUndefined()
  })

  it('changes nothing of the draft of another person', async () => {
    await save({ title: 'Foreign', content: 'Text' }, { by: other })
    const { formHash } = await open()
    await expect(save({ title: 'Changed' }, { by: writer })).rejects.toThrow(ACCESS_DENIED)
    await expect(review(writer, 'submit', formHash)).rejects.toThrow(ACCESS_DENIED)
    await expect(saveDraft(db, writer, { id: ID, base: { formHash } }, NOW)).rejects.toThrow(ACCESS_DENIED)
    await expect(deleteDraft(db, writer, ID, NOW)).rejects.toThrow(ACCESS_DENIED)
    await deleteDraft(db, ada, ID, NOW)
    await expect(restoreDeleted(db, writer, ID)).rejects.toThrow(ACCESS_DENIED)
    await restoreDeleted(db, ada, ID)
    expect((await open()).form.title).toBe('Foreign')
  })

  it('deletes and restores their own draft until it was published or scheduled', async () => {
    await save({ title: 'Mine' }, { by: writer })
    expect(await deleteDraft(db, writer, ID, NOW)).toBe(true)
    expect(await restoreDeleted(db, writer, ID)).toBe(true)
    await publish({}, { plannedAt: LATER })
    await expect(deleteDraft(db, writer, ID, NOW)).rejects.toThrow(ACCESS_DENIED)
    await expect(cancelSchedule(db, writer, ID, NOW)).rejects.toThrow(ACCESS_DENIED)
    await publish({}, { updateKind: 'minor' })
    await expect(deleteDraft(db, writer, ID, NOW)).rejects.toThrow(ACCESS_DENIED)
    await expect(
      withdrawArticle(db, writer, { publicationId: randomUUID(), id: ID, reason: '' }, NOW),
    ).rejects.toThrow(ACCESS_DENIED)
  })

  it('does not become the owner of the article of a feed', async () => {
    const id = await newsroom.ingest('hash', 'From a feed')
    await expect(save({ title: 'Taken' }, { by: writer, id })).rejects.toThrow(ACCESS_DENIED)
    expect((await pool.query('select from drafts where owner_id is not null')).rows).toEqual([])
  })
})
