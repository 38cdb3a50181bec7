import { afterAll, beforeEach, expect, it } from 'vitest'
import { ForbiddenError } from '#platform/http/with-user-message.server.ts'
import { describeHistoryEvent } from '../rules/history.ts'
import { openDraftClient } from '../testing/draft-client.ts'
import { createNewsroom, ID, LATER, NOW } from '../testing/newsroom.ts'
import { assignDraft } from './assign-draft.server.ts'
import { deleteDraft, restoreDeleted } from './bin.server.ts'
import { listHistory } from './list-history.server.ts'
import { reviewDraft } from './review-draft.server.ts'
import { publishDue } from './scheduled-publications.server.ts'
import { cancelSchedule } from './schedules.server.ts'
import { withdrawArticle } from './withdraw-article.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open, save, publish } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

/** Minutes after the start. */
const at = (minute: number) => new Date(NOW.getTime() + minute * 60_000)

async function history(limit = 100) {
  // Entries of the audit log have the time of the database, long after the others.
  const { events, hasMore } = await listHistory(db, ada, { id: ID, limit })
  return { events: events.filter(({ key }) => !key.startsWith('audit')), hasMore }
}

const summary = async () =>
  (await history()).events.map((event) =>
    [describeHistoryEvent(event), event.by, event.note].filter(Boolean).join(' | '),
  )

async function review(
  kind: 'submit' | 'approve' | 'request-changes',
  by: typeof ada,
  minute: number,
  note = '',
) {
  const { formHash } = await open()
  await reviewDraft(db, by, { kind, id: ID, base: { formHash }, note }, at(minute))
}

it('keeps the notes of reviews after the author has submitted the text again and it is published', async () => {
  await save({ content: 'Text' })
  await review('submit', ada, 1, 'Ready')
  await review('request-changes', ben, 2, 'Name the source')
  await save({ content: 'Text of a named source' }, { now: at(3) })
  await review('submit', ada, 4)
  await review('approve', ben, 5)
  await publish({}, { now: at(6) })
  await publish(
    { content: 'A better text' },
    { now: at(7), updateKind: 'correction', correction: { kind: 'clarification', text: 'It said less.' } },
  )
  const publicationId = 'b0a7ff6e-9d4c-4e56-8d2b-6a52f2b1a001'
  await withdrawArticle(db, ben, { id: ID, publicationId, reason: 'Legal advice' }, at(8))
  await publish({}, { now: at(9) })
  expect(await summary()).toEqual([
    'Published again | Ada',
    'Withdrawn | Ben | Legal advice',
    'Published a clarification | Ada | It said less.',
    'Published, approved by Ben | Ada',
    'Approved | Ben',
    'Submitted for review | Ada',
    'Requested changes | Ben | Name the source',
    'Submitted for review | Ada | Ready',
    'Created | Ada',
  ])
  const { events, hasMore } = await history(2)
  expect(events.every(({ at }) => !Number.isNaN(Date.parse(at)))).toBe(true)
  expect(hasMore).toBe(true)
})

it('lists assignments, cancelled schedules and the bin, with those who did it', async () => {
  await save({ content: 'Text' })
  await assignDraft(db, ben, { id: ID, assigneeId: ada.id })
  await publish({}, { plannedAt: LATER })
  await cancelSchedule(db, ben, ID, at(1))
  await deleteDraft(db, ben, ID, at(2))
  await restoreDeleted(db, ada, ID)
  const { events } = await listHistory(db, ben, { id: ID, limit: 100 })
  const entries = events.filter(({ key }) => key.startsWith('audit'))
  expect(entries.map((event) => [describeHistoryEvent(event), event.by, event.plannedAt])).toEqual([
    ['Restored from the bin', 'Ada', null],
    ['Moved to the bin', 'Ben', null],
    ['Cancelled the schedule', 'Ben', null],
    ['Scheduled', 'Ada', LATER.toISOString()],
    ['Assigned to Ada', 'Ben', null],
  ])
})

it('says that a publication was scheduled, and keeps the name of an account that was deleted since', async () => {
  const cleo = await newsroom.addPerson('Cleo')
  await publish({ content: 'Text' }, { by: cleo, plannedAt: LATER })
  await publishDue(db, LATER)
  expect(await summary()).toEqual(['Published as scheduled | Cleo', 'Created | Cleo'])
  await pool.query('delete from users where id = $1', [cleo.id])
  const { events } = await listHistory(db, ada, { id: ID, limit: 100 })
  expect(events.find(({ kind }) => kind === 'schedule')?.by).toBe('cleo@example.org')
})

it('keeps words that were written in a passage which someone else had deleted', async () => {
  const one = await openDraftClient(db, ada, ID, NOW)
  await one.edit({ content: '<p>Milk first.</p><p>Then tea.</p>' })
  const two = await openDraftClient(db, ben, ID, NOW)
  await one.edit({ content: '<p>Then tea.</p>' })
  await two.edit({ content: '<p>Milk first, always.</p><p>Then tea.</p>' }, at(1))
  expect(await summary()).toEqual([
    'Wrote in a passage that someone else deleted | Ben | , always',
    'Created | Ada',
  ])
})

it('is only for those who may read the draft', async () => {
  await save({ content: 'Text' })
  const dan = await newsroom.addPerson('Dan', 'contributor')
  await expect(listHistory(db, dan, { id: ID, limit: 10 })).rejects.toThrow(ForbiddenError)
})
