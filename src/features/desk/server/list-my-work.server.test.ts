import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { reviewDraft } from '#features/publishing/server/review-draft.server.ts'
import { createNewsroom, ID, LATER, NOW } from '#features/publishing/testing/newsroom.ts'
import { listMyWork } from './list-my-work.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open, save, publish } = newsroom
const NOTHING = { items: [], count: 0 }
const HOUR_LATER = new Date(LATER.getTime() + 3_600_000)

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

it('lists drafts for their owner and for the person they are assigned to', async () => {
  await save({ title: 'Mine', content: '<p>Text</p>' })
  const mine = { items: [{ id: ID, title: 'Mine', status: 'draft', at: NOW.toISOString() }], count: 1 }
  expect(await listMyWork(db, ada, NOW)).toEqual({
    mine,
    overdue: NOTHING,
    toReview: NOTHING,
    scheduled: NOTHING,
    late: [],
  })
  expect((await listMyWork(db, ben, NOW)).mine).toEqual(NOTHING)
  await pool.query('update drafts set assignee_id = $1', [ben.id])
  expect((await listMyWork(db, ben, NOW)).mine).toEqual(mine)
  await publish()
  expect((await listMyWork(db, ada, NOW)).mine).toEqual(NOTHING)
})

it('lists articles to review, scheduled ones, and those that are late', async () => {
  await save({ title: 'To review', content: '<p>Text</p>' })
  await reviewDraft(
    db,
    ada,
    { kind: 'submit', id: ID, base: { formHash: (await open()).formHash }, note: '' },
    NOW,
  )
  await publish({ title: 'Later' }, { id: randomUUID(), plannedAt: LATER })
  const work = await listMyWork(db, ben, NOW)
  expect(work.toReview).toMatchObject({ items: [{ title: 'To review' }], count: 1 })
  expect(work.scheduled).toMatchObject({ items: [{ title: 'Later', at: LATER.toISOString() }], count: 1 })
  expect(work.late).toEqual([])
  expect((await listMyWork(db, ben, HOUR_LATER)).late).toEqual([
    { id: expect.any(String), title: 'Later', plannedAt: LATER.toISOString(), hasFailed: false },
  ])
})

it('lists the drafts of contributors until they are published', async () => {
  const eve = await newsroom.addPerson('Eve', 'contributor')
  await save({ title: 'Mine', content: '<p>Text</p>' }, { by: eve })
  await reviewDraft(
    db,
    eve,
    { kind: 'submit', id: ID, base: { formHash: (await open()).formHash }, note: '' },
    NOW,
  )
  const work = () => listMyWork(db, eve, NOW)
  expect((await work()).mine).toMatchObject({ items: [{ status: 'in-review' }], count: 1 })
  expect((await listMyWork(db, ada, NOW)).mine).toEqual(NOTHING)
  await publish({}, { plannedAt: LATER })
  expect(await work()).toMatchObject({ mine: { items: [{ status: 'scheduled' }] }, scheduled: NOTHING })
})
