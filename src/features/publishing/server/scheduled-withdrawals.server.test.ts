import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { listArticles } from '#features/desk/server/list-articles.server.ts'
import { listCalendar } from '#features/desk/server/list-calendar.server.ts'
import { ForbiddenError } from '#platform/http/with-user-message.server.ts'
import { createNewsroom, ID, NOW } from '../testing/newsroom.ts'
import { deleteDraft } from './bin.server.ts'
import { listLatePublications } from './late-publications.server.ts'
import { findNextDue, publishDue } from './scheduled-publications.server.ts'
import { cancelWithdrawal, scheduleWithdrawal } from './scheduled-withdrawals.server.ts'
import { cancelSchedule, moveSchedule } from './schedules.server.ts'
import { withdrawArticle } from './withdraw-article.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open, save, publish, row, audit } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)
const END = minutes(60)
const plan = (plannedAt = END, more = {}) =>
  scheduleWithdrawal(db, ben, { id: ID, publicationId: randomUUID(), plannedAt, reason: '', ...more }, NOW)
const scheduled = async () =>
  (
    await pool.query(
      "select kind, planned_at as at from publications where state = 'scheduled' order by kind",
    )
  ).rows

it('withdraws the article at its time with the public reason, once in all processes', async () => {
  await publish()
  expect(await plan(END, { reason: 'The offer is over.' })).toEqual({ kind: 'scheduled' })
  expect(await open()).toMatchObject({
    status: 'published',
    ending: { plannedAt: END.toISOString(), reason: 'The offer is over.', by: 'Ben' },
  })
  expect(await findNextDue(db)).toEqual(END)
  expect(await publishDue(db, minutes(59))).toEqual({ published: 0, blocked: [], failures: [] })
  expect(await row()).toBeDefined()
  const results = await Promise.all([1, 2, 3, 4].map(() => publishDue(db, END)))
  expect(results.reduce((sum, { published }) => sum + published, 0)).toBe(1)
  expect(await row()).toBeUndefined()
  expect(await open()).toMatchObject({
    status: 'withdrawn',
    withdrawal: { at: END.toISOString(), reason: 'The offer is over.' },
    ending: null,
  })
  const withdrawals = (await audit()).filter(({ action }) => action === 'article.withdraw')
  expect(withdrawals).toMatchObject([{ actor_email: ben.email, subject: 'Tea' }])
  // It can be published again, for as long as the newsroom wants.
  expect(await publish({}, { now: minutes(61) })).toMatchObject({ kind: 'published' })
  expect(await publishDue(db, minutes(120))).toEqual({ published: 0, blocked: [], failures: [] })
  expect(await row()).toBeDefined()
})

it('is planned with the publication, and follows it after downtime', async () => {
  await publish({}, { plannedAt: minutes(30) })
  expect(await plan(minutes(30))).toEqual({
    kind: 'refused',
    reasons: ['The article would be withdrawn before it is published.'],
  })
  expect(await plan()).toEqual({ kind: 'scheduled' })
  expect(await open()).toMatchObject({ status: 'scheduled' })
  expect(await publish({}, { plannedAt: minutes(61) })).toMatchObject({
    kind: 'refused',
    reasons: [expect.stringContaining('withdrawn before that time')],
  })
  expect(await publishDue(db, minutes(90))).toEqual({ published: 2, blocked: [], failures: [] })
  expect(await row()).toBeUndefined()
  expect(await open()).toMatchObject({ status: 'withdrawn' })
})

it('outlasts updates, and replaces an earlier plan', async () => {
  await publish()
  await plan(minutes(20))
  const publicationId = randomUUID()
  expect([await plan(END, { publicationId }), await plan(END, { publicationId })]).toEqual([
    { kind: 'scheduled' },
    { kind: 'scheduled' },
  ])
  await publish({ title: 'Green tea' }, { now: minutes(5) })
  expect(await scheduled()).toEqual([{ kind: 'withdraw', at: END }])
  expect(await moveSchedule(db, ben, { id: ID, kind: 'withdraw', plannedAt: minutes(70) }, NOW)).toEqual({
    kind: 'moved',
  })
  expect(await scheduled()).toEqual([{ kind: 'withdraw', at: minutes(70) }])
  expect(await listLatePublications(db, minutes(72))).toMatchObject([
    { kind: 'withdraw', title: 'Green tea' },
  ])
})

it('cancels a scheduled update, which would bring the article back', async () => {
  await publish()
  await plan()
  await publish({ title: 'Green tea' }, { plannedAt: minutes(30) })
  expect(await scheduled()).toHaveLength(2)
  // The publication could not be run before the withdrawal.
  await pool.query(
    "update publications set next_attempt_at = $1 where kind = 'publish' and state = 'scheduled'",
    [minutes(65)],
  )
  await publishDue(db, END)
  expect(await scheduled()).toEqual([])
  expect(await row()).toBeUndefined()
})

describe('is cancelled', () => {
  it('by a person, which leaves a scheduled publication as it is', async () => {
    await publish({}, { plannedAt: minutes(30) })
    await plan()
    expect(await cancelWithdrawal(db, ben, ID, NOW)).toEqual({ kind: 'cancelled' })
    expect(await scheduled()).toEqual([{ kind: 'publish', at: minutes(30) }])
    expect((await audit()).at(-1)).toMatchObject({ action: 'article.unschedule-withdrawal' })
  })

  it('by an earlier withdrawal and by the bin', async () => {
    await publish()
    await plan()
    await withdrawArticle(db, ada, { id: ID, publicationId: randomUUID(), reason: '' }, minutes(1))
    expect(await scheduled()).toEqual([])
    await publish({}, { now: minutes(2) })
    await plan()
    await deleteDraft(db, ada, ID, minutes(3))
    expect(await scheduled()).toEqual([])
  })

  it('at its time if the article is not published', async () => {
    await publish({}, { plannedAt: minutes(30) })
    await plan()
    await cancelSchedule(db, ben, ID, NOW)
    await publishDue(db, END)
    expect(await scheduled()).toEqual([])
    expect(await open()).toMatchObject({ status: 'draft', ending: null, failedPublication: null })
  })
})

it('refuses past times, drafts, and people who cannot publish', async () => {
  await save({})
  expect(await plan()).toEqual({ kind: 'refused', reasons: ['The article is not published.'] })
  await publish()
  expect(await plan(NOW)).toEqual({ kind: 'refused', reasons: ['Choose a time in the future.'] })
  const cleo = await newsroom.addPerson('Cleo', 'author')
  const request = { id: ID, publicationId: randomUUID(), plannedAt: END, reason: '' }
  await expect(scheduleWithdrawal(db, cleo, request, NOW)).rejects.toThrow(ForbiddenError)
  await expect(cancelWithdrawal(db, cleo, ID, NOW)).rejects.toThrow(ForbiddenError)
})

it('is listed in the article list and the calendar', async () => {
  await publish()
  await plan()
  const { articles } = await listArticles(db, {})
  expect(articles).toMatchObject([{ status: 'published', plannedAt: null, withdrawAt: END.toISOString() }])
  const { entries } = await listCalendar(db, ada, { from: '2026-11-21', to: '2026-11-21' })
  expect(entries.filter(({ kind }) => kind !== 'published')).toEqual([
    expect.objectContaining({ kind: 'withdrawal', at: END.toISOString(), canMove: true }),
  ])
})
