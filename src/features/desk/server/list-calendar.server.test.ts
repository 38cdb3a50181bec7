import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { assignDraft } from '#features/publishing/server/assign-draft.server.ts'
import { deleteDraft } from '#features/publishing/server/bin.server.ts'
import { publishDue } from '#features/publishing/server/scheduled-publications.server.ts'
import { moveSchedule } from '#features/publishing/server/schedules.server.ts'
import { createNewsroom, ID, LATER, NOW } from '#features/publishing/testing/newsroom.ts'
import { ForbiddenError } from '#platform/http/with-user-message.server.ts'
import { listCalendar } from './list-calendar.server.ts'

const newsroom = await createNewsroom()
const { db, ada, ben, save, publish, ingest, row, audit, addPerson } = newsroom
const contributor = await addPerson('Dan', 'contributor')
const WEEK = { from: '2026-11-16', to: '2026-11-22' }
const TOMORROW = new Date('2026-11-22T13:00:00Z')

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const list = async (person = ada, period = WEEK) =>
  (await listCalendar(db, person, period)).entries.map(({ title, kind, at }) => `${kind} ${title} ${at}`)

it('lists schedules, due dates and published articles, but no feed articles', async () => {
  await ingest('1', 'From a feed')
  await publish({ title: 'Live' }, { id: randomUUID() })
  await publish({ title: 'Planned' }, { id: randomUUID(), plannedAt: LATER })
  await save({ title: 'Work' })
  await assignDraft(db, ada, { id: ID, dueAt: TOMORROW })
  expect(await list()).toEqual([
    'published Live 2026-11-21T12:00:00.000Z',
    'scheduled Planned 2026-11-21T13:00:00.000Z',
    'due Work 2026-11-22T13:00:00.000Z',
  ])
  await deleteDraft(db, ada, ID, NOW)
  expect(await list()).toHaveLength(2)
})

it('divides days at midnight in London', async () => {
  await save({})
  const dueAt = new Date('2026-06-30T23:30:00Z')
  await assignDraft(db, ada, { id: ID, dueAt })
  expect(await list(ada, { from: '2026-06-30', to: '2026-06-30' })).toEqual([])
  expect(await list(ada, { from: '2026-07-01', to: '2026-07-01' })).toHaveLength(1)
})

it('lists only their own articles for contributors, who may not move them', async () => {
  await save({ title: 'Theirs' })
  await assignDraft(db, ada, { id: ID, dueAt: TOMORROW, assigneeId: ben.id })
  expect(await list(contributor)).toEqual([])
  await assignDraft(db, ada, { id: ID, assigneeId: contributor.id })
  const { entries } = await listCalendar(db, contributor, WEEK)
  expect(entries).toMatchObject([{ title: 'Theirs', canMove: false }])
  expect((await listCalendar(db, ada, WEEK)).entries).toMatchObject([{ canMove: true }])
})

it('moves a schedule, which is then published at the new time only', async () => {
  await publish({ title: 'Planned' }, { plannedAt: LATER })
  expect(await moveSchedule(db, ada, { id: ID, kind: 'publish', plannedAt: TOMORROW }, NOW)).toEqual({
    kind: 'moved',
  })
  expect(await list()).toEqual(['scheduled Planned 2026-11-22T13:00:00.000Z'])
  expect((await publishDue(db, LATER)).published).toBe(0)
  expect((await publishDue(db, TOMORROW)).published).toBe(1)
  expect((await row()).title).toBe('Planned')
  expect((await audit()).filter(({ action }) => action === 'article.schedule')).toMatchObject([
    { changes: { plannedAt: { from: null } } },
    { changes: { plannedAt: { from: LATER.toISOString(), to: TOMORROW.toISOString() } } },
  ])
})

it('refuses a time in the past, an article without a schedule, and people who do not publish', async () => {
  await publish({}, { plannedAt: LATER })
  expect(await moveSchedule(db, ada, { id: ID, kind: 'publish', plannedAt: NOW }, NOW)).toMatchObject({
    kind: 'refused',
  })
  expect(await moveSchedule(db, ada, { id: randomUUID(), kind: 'publish', plannedAt: LATER }, NOW)).toEqual({
    kind: 'gone',
  })
  await expect(
    moveSchedule(db, contributor, { id: ID, kind: 'publish', plannedAt: LATER }, NOW),
  ).rejects.toThrow(ForbiddenError)
  await publishDue(db, LATER)
  expect(await moveSchedule(db, ada, { id: ID, kind: 'publish', plannedAt: TOMORROW }, NOW)).toMatchObject({
    kind: 'refused',
  })
})
