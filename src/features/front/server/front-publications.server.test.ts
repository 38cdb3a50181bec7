import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database/db.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { ADA as by, createFrontDatabase, NOW, pin as pinAt } from '../testing/front-database.ts'
import { loadFilledFront } from './filled-front.server.ts'
import { changeFront, findFront } from './front-drafts.server.ts'
import {
  cancelFrontSchedule,
  findFrontAt,
  findNextFrontTime,
  listFrontHistory,
  MAX_SCHEDULED_FRONTS,
  publishDueFronts,
  publishFront,
  restoreFront,
  scheduleFront,
  undoFrontPublication,
} from './front-publications.server.ts'

const database = await createFrontDatabase()
const { db, pool } = database
beforeEach(() => database.clear())
afterAll(() => database.drop())

const MINUTE_MS = 60_000
const later = (minutes: number) => new Date(+NOW + minutes * MINUTE_MS)

const pin = async (n: number, until?: Date) => {
  const outcome = await changeFront(db, by, 'home', pinAt(0, n, until && { until }), NOW)
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.version
}
const publish = async (version: number, now = NOW, publicationId = randomUUID()) => {
  const outcome = await publishFront(db, by, { page: 'home', id: publicationId, version }, now)
  return { outcome, id: publicationId }
}
const schedule = (version: number, plannedAt: Date, publicationId = randomUUID()) =>
  scheduleFront(db, by, { page: 'home', id: publicationId, version, plannedAt }, NOW)
/** As a preview shows it. */
const frontAt = async (at: Date) =>
  loadFilledFront(db, 'home', await findFrontAt(db, 'home', at), { now: at, publishedBy: at })
const leadAt = async (at: Date) => (await frontAt(at)).places[0]?.article?.title
const actions = async () =>
  (await pool.query('select action, actor_email from audit_log order by id')).rows.map(
    ({ action, actor_email }) => `${action} ${actor_email}`,
  )

describe('publishing', () => {
  it('publishes the draft once for repeated requests', async () => {
    const version = await pin(18)
    const publicationId = randomUUID()
    const outcomes = await Promise.all([
      publish(version, NOW, publicationId),
      publish(version, NOW, publicationId),
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([{ kind: 'published' }, { kind: 'published' }])
    expect(await findFront(db, 'home', NOW)).toMatchObject({
      isPublished: true,
      published: { id: publicationId, by: 'Ada', at: NOW.toISOString() },
    })
    expect((await listFrontHistory(db, 'home')).items).toHaveLength(1)
    expect(await actions()).toEqual(['front.publish ada@example.org'])
  })

  it('refuses a draft that has changed since the editor saw it', async () => {
    const version = await pin(18)
    await pin(19)
    expect((await publish(version)).outcome).toEqual({ kind: 'outdated' })
    expect(await schedule(version, later(5))).toEqual({ kind: 'outdated' })
    expect(await leadAt(NOW)).toBe('Story 1')
  })

  it('undoes a publication, and undoes this', async () => {
    const first = await publish(await pin(18))
    const second = await publish(await pin(19), later(1))
    const undo = (undoes: string, minutes: number) => {
      const undoId = randomUUID()
      return undoFrontPublication(db, by, { page: 'home', id: undoId, undoes }, later(minutes)).then(
        (outcome) => ({ outcome, id: undoId }),
      )
    }
    expect((await undo(first.id, 2)).outcome).toEqual({ kind: 'outdated' })
    const undone = await undo(second.id, 2)
    expect(await leadAt(later(2))).toBe('Story 18')
    expect((await findFront(db, 'home', later(2))).isPublished).toBe(false)
    await undo(undone.id, 3)
    expect(await leadAt(later(3))).toBe('Story 19')
    expect((await listFrontHistory(db, 'home')).items.map(({ isUndo }) => isUndo)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('makes the page automatic when the first publication is undone', async () => {
    const { id: undoes } = await publish(await pin(18))
    await undoFrontPublication(db, by, { page: 'home', id: randomUUID(), undoes }, later(1))
    expect(await leadAt(later(1))).toBe('Story 1')
  })
})

describe('schedules', () => {
  it('publishes the draft of the time of scheduling, late ones at once, and at most once', async () => {
    const version = await pin(18)
    await schedule(version, later(10))
    await pin(19)
    expect(await findNextFrontTime(db)).toEqual(later(10))
    expect(await publishDueFronts(db, later(9))).toBe(0)
    const other = openDatabase(database.url, () => {})
    const published = await Promise.all([
      publishDueFronts(db, later(60)),
      publishDueFronts(other.db, later(60)),
    ])
    await other.close()
    expect(published.toSorted()).toEqual([0, 1])
    expect(await leadAt(later(59))).toBe('Story 1')
    expect(await leadAt(later(60))).toBe('Story 18')
    expect(await actions()).toEqual(['front.schedule ada@example.org', 'front.publish ada@example.org'])
  })

  it('cancels one', async () => {
    const publicationId = randomUUID()
    await schedule(await pin(18), later(10), publicationId)
    expect((await findFront(db, 'home', NOW)).scheduled).toEqual([
      { id: publicationId, by: 'Ada', at: later(10).toISOString() },
    ])
    await cancelFrontSchedule(db, by, publicationId, NOW)
    expect(await publishDueFronts(db, later(60))).toBe(0)
    expect(await findNextFrontTime(db)).toBeNull()
  })

  it('refuses a time in the past, and too many', async () => {
    const version = await pin(18)
    expect(await schedule(version, NOW)).toMatchObject({ kind: 'refused' })
    for (let index = 0; index < MAX_SCHEDULED_FRONTS; index += 1) await schedule(version, later(10 + index))
    expect(await schedule(version, later(99))).toMatchObject({ kind: 'refused' })
  })
})

describe('history', () => {
  it('shows the front as it stood at an instant, and restores it as the draft', async () => {
    const { id: publicationId } = await publish(await pin(18))
    await publish(await pin(19), later(5))
    expect([await leadAt(later(-1)), await leadAt(later(4)), await leadAt(later(5))]).toEqual([
      'Story 1',
      'Story 18',
      'Story 19',
    ])
    expect(await restoreFront(db, by, { page: 'home', publicationId }, later(6))).toEqual({
      kind: 'restored',
    })
    expect((await findFront(db, 'home', later(6))).filled.places[0]?.article?.title).toBe('Story 18')
    expect(await restoreFront(db, by, { page: 'sport', publicationId }, later(6))).toEqual({ kind: 'gone' })
  })

  it('shows automatic places with the articles published by then', async () => {
    const titles = (await frontAt(new Date('2026-11-20T23:57:30Z'))).places
    expect(titles.slice(0, 2).map(({ article }) => article?.title)).toEqual(['Story 3', 'Story 4'])
  })

  it('has pages', async () => {
    const version = await pin(18)
    for (let index = 0; index < 60; index += 1) await publish(version, later(index))
    const first = await listFrontHistory(db, 'home')
    const second = await listFrontHistory(db, 'home', first.next ?? undefined)
    expect([...first.items, ...second.items].map(({ at }) => at)).toEqual(
      Array.from({ length: 60 }, (_, index) => later(59 - index).toISOString()),
    )
    expect(second.next).toBeNull()
  })
})

describe('the end of a pin', () => {
  it('is announced to the page that shows it, and only to it', async () => {
    await publish(await pin(18, later(30)))
    expect(await findNextFrontTime(db)).toEqual(later(30))
    const received: unknown[] = []
    const client = await pool.connect()
    client.on('notification', ({ payload = '' }) => received.push(JSON.parse(payload)))
    await client.query('listen masthead_live')
    await publishDueFronts(db, later(29))
    await publishDueFronts(db, later(30))
    await pin(17)
    await eventually(() => expect(received).toHaveLength(2))
    client.release(true)
    expect(received).toEqual([
      { table: 'fronts', op: 'UPDATE', page: 'home', published: true },
      { table: 'fronts', op: 'UPDATE', page: 'home', published: false },
    ])
    expect(await findNextFrontTime(db)).toBeNull()
  })
})
