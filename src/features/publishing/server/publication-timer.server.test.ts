import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { addNote, resolveNote } from '#features/notes/server/notes.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createNewsroom, ID, NOW } from '../testing/newsroom.ts'
import { startPublicationTimer } from './publication-timer.server.ts'

const newsroom = await createNewsroom()
const { db, ben, publish, row } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

it('publishes at the next planned time, including that of a schedule that it was notified of', async () => {
  const start = Date.now()
  const now = () => new Date(NOW.getTime() + Date.now() - start)
  const published = Promise.withResolvers<Date>()
  const onError = vi.fn()
  const timer = startPublicationTimer({ db, now, onError, onResult: () => published.resolve(now()) })
  const plannedAt = new Date(now().getTime() + 300)
  await publish({}, { plannedAt, now: now() })
  timer.wake()
  const publishedAt = await published.promise
  await timer.stop()
  expect(publishedAt.getTime() - plannedAt.getTime()).toBeGreaterThanOrEqual(0)
  expect(await row()).toMatchObject({ published_at: plannedAt })
  expect(onError).not.toHaveBeenCalled()
})

it('publishes once with two timers, and nothing after it was stopped', async () => {
  await publish({}, { plannedAt: new Date(NOW.getTime() + 1) })
  const onResult = vi.fn()
  const options = { db, onResult, onError: vi.fn(), now: () => new Date(NOW.getTime() + 60_000) }
  const timers = [startPublicationTimer(options), startPublicationTimer(options)]
  await eventually(() => expect(onResult).toHaveBeenCalled())
  await Promise.all(timers.map((timer) => timer.stop()))
  expect(onResult).toHaveBeenCalledExactlyOnceWith({ published: 1, blocked: [], failures: [] })
  timers[0]?.wake()
  expect(onResult).toHaveBeenCalledOnce()
})

it('publishes what a note blocked as soon as it is resolved', async () => {
  await publish({}, { plannedAt: new Date(NOW.getTime() + 1) })
  const id = randomUUID()
  await addNote(db, ben, { id, articleId: ID, text: 'Ask the lawyers', isBlocking: true }, NOW)
  const onResult = vi.fn()
  const now = () => new Date(NOW.getTime() + 60_000)
  const timer = startPublicationTimer({ db, onResult, onError: vi.fn(), now })
  await eventually(() => expect(onResult).toHaveBeenCalledWith(expect.objectContaining({ published: 0 })))
  await resolveNote(db, ben, { id, isResolved: true }, now())
  timer.wake()
  await eventually(() => expect(onResult).toHaveBeenCalledWith(expect.objectContaining({ published: 1 })))
  await timer.stop()
})

it('continues after an error', async () => {
  const onError = vi.fn()
  const onResult = vi.fn()
  await publish({}, { plannedAt: new Date(NOW.getTime() + 1) })
  const now = vi
    .fn(() => new Date(NOW.getTime() + 60_000))
    .mockImplementationOnce(() => {
      throw new Error('The clock has stopped')
    })
  const timer = startPublicationTimer({ db, onResult, onError, now })
  await eventually(() => expect(onError).toHaveBeenCalled())
  timer.wake()
  await eventually(() => expect(onResult).toHaveBeenCalled())
  await timer.stop()
})

it('ends breaking news, as it was notified of', async () => {
  const start = Date.now()
  const now = () => new Date(NOW.getTime() + Date.now() - start)
  const timer = startPublicationTimer({ db, now, onResult: vi.fn(), onError: vi.fn() })
  const breakingUntil = new Date(now().getTime() + 300).toISOString()
  await publish({ isBreaking: true, breakingUntil }, { now: now() })
  timer.wake()
  await eventually(async () => expect(await row()).toMatchObject({ is_breaking: false }))
  await timer.stop()
  expect(now().getTime()).toBeGreaterThanOrEqual(Date.parse(breakingUntil))
})
