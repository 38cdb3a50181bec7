import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { addNote, resolveNote } from '#features/notes/server/notes.server.ts'
import { parseLocalInput } from '#kernel/time/zoned-time.ts'
import { createNewsroom, ID, NOW } from '../testing/newsroom.ts'
import { deleteDraft, restoreDeleted } from './bin.server.ts'
import { publishDraft } from './publish-draft.server.ts'
import { findNextDue, publishDue } from './scheduled-publications.server.ts'
import { cancelSchedule } from './schedules.server.ts'
import { withdrawArticle } from './withdraw-article.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, ben, open, edit, save, publish, row, revisions, audit } = newsroom

beforeEach(() => newsroom.clear())
afterAll(() => newsroom.database.drop())

const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)
const PLANNED = minutes(30)
const NOTHING = { published: 0, blocked: [], failures: [] }
const schedule = (change = {}, options = {}) => publish(change, { plannedAt: PLANNED, ...options })
const states = async () =>
  (await pool.query('select state from publications order by created_at, seq')).rows.map(({ state }) => state)

describe('a schedule', () => {
  it('is shown and recorded, and changes nothing for readers', async () => {
    const publicationId = randomUUID()
    expect(await schedule({}, { publicationId, by: ben })).toMatchObject({
      kind: 'scheduled',
      revision: 1,
      plannedAt: PLANNED.toISOString(),
    })
    expect(await open()).toMatchObject({
      status: 'scheduled',
      scheduled: {
        publicationId,
        revision: 1,
        plannedAt: PLANNED.toISOString(),
        by: 'Ben',
        updateKind: null,
        correction: null,
      },
    })
    expect(await row()).toBeUndefined()
    expect(await audit()).toMatchObject([{ action: 'article.schedule', subject: 'Tea' }])
    expect(await findNextDue(db)).toEqual(PLANNED)
  })

  it('publishes a correction with its note, which is shown before', async () => {
    await publish()
    const correction = { kind: 'clarification', text: 'It was coffee.' } as const
    await schedule({ title: 'Coffee' }, { updateKind: 'correction', correction })
    expect(await open()).toMatchObject({ scheduled: { updateKind: 'correction', correction } })
    await publishDue(db, PLANNED)
    const { rows } = await pool.query('select kind, text, at from corrections')
    expect(rows).toEqual([{ ...correction, at: PLANNED }])
    expect(await row()).toMatchObject({ title: 'Coffee', updated_at: PLANNED })
  })

  it('publishes its revision at its time, not what was saved later', async () => {
    await schedule({}, { by: ben })
    await save({ title: 'Coffee' })
    expect(await publishDue(db, minutes(29))).toEqual(NOTHING)
    expect(await publishDue(db, PLANNED)).toEqual({ ...NOTHING, published: 1 })
    expect(await row()).toMatchObject({ title: 'Tea', published_at: PLANNED, updated_at: null })
    expect(await open()).toMatchObject({ status: 'changed', form: { title: 'Coffee' }, scheduled: null })
    expect((await audit()).at(-1)).toMatchObject({ action: 'article.create', actor_email: ben.email })
    expect(await findNextDue(db)).toBeNull()
  })

  it('updates a published article with the planned time, and adds its correction', async () => {
    await publish()
    const correction = { kind: 'correction', text: 'The tea was green.' } as const
    await schedule({ title: 'Green tea' }, { updateKind: 'correction', correction })
    await publishDue(db, PLANNED)
    expect(await row()).toMatchObject({ title: 'Green tea', published_at: NOW, updated_at: PLANNED })
    expect((await pool.query('select text, at from corrections')).rows).toEqual([
      { text: 'The tea was green.', at: PLANNED },
    ])
  })

  it('stays blocked while a blocking note is open, and is published once the note is resolved', async () => {
    await schedule()
    const id = randomUUID()
    await addNote(db, ben, { id, articleId: ID, text: 'Ask the lawyers', isBlocking: true }, NOW)
    const reasons = ['A note that blocks the publication is open.']
    expect(await publishDue(db, PLANNED)).toEqual({
      published: 0,
      blocked: [{ articleId: ID, reasons }],
      failures: [],
    })
    expect(await row()).toBeUndefined()
    const failedPublication = { plannedAt: PLANNED.toISOString(), isFinal: false, reasons }
    expect(await open()).toMatchObject({ status: 'scheduled', failedPublication })
    // It is reported and stored once.
    expect(await findNextDue(db)).toBeNull()
    const stored = await pool.query('select xmin from publications')
    for (let hour = 1; hour < 9; hour += 1) expect(await publishDue(db, minutes(hour * 60))).toEqual(NOTHING)
    expect((await pool.query('select xmin from publications')).rows).toEqual(stored.rows)
    await resolveNote(db, ben, { id, isResolved: true }, minutes(8 * 60))
    expect(await publishDue(db, new Date(minutes(8 * 60).getTime() + 1))).toMatchObject({ published: 1 })
    expect(await row()).toMatchObject({ published_at: PLANNED })
    expect(await open()).toMatchObject({ failedPublication: null })
  })

  it('is published once after an hour of downtime, with its planned time', async () => {
    await schedule()
    const results = [await publishDue(db, minutes(90)), await publishDue(db, minutes(91))]
    expect(results.map(({ published }) => published)).toEqual([1, 0])
    expect(await row()).toMatchObject({ published_at: PLANNED })
  })

  it('is published once by several processes', async () => {
    await schedule()
    const results = await Promise.all([1, 2, 3, 4].map(() => publishDue(db, PLANNED)))
    expect(results.reduce((sum, { published }) => sum + published, 0)).toBe(1)
    expect(await revisions()).toHaveLength(1)
  })

  it.each([
    ['an hour forward', 90],
    ['an hour back after the publication', -60],
  ])('is published once when the clock jumps %s', async (_, jump) => {
    await schedule()
    if (jump < 0) await publishDue(db, PLANNED)
    await publishDue(db, minutes(jump))
    await publishDue(db, minutes(31))
    expect(await row()).toMatchObject({ published_at: PLANNED })
    expect(await states()).toEqual(['done'])
    expect(await audit()).toHaveLength(2)
  })

  it('waits when the clock is set back an hour before its time', async () => {
    await schedule()
    expect(await publishDue(db, minutes(-31))).toMatchObject({ published: 0 })
    expect(await publishDue(db, minutes(29))).toMatchObject({ published: 0 })
    expect(await publishDue(db, minutes(30))).toMatchObject({ published: 1 })
    expect(await row()).toMatchObject({ published_at: PLANNED })
  })

  it.each([
    ['after the clocks go forward', '2027-03-28T02:00', '2027-03-28T01:00:00Z'],
    ['before the clocks go forward', '2027-03-28T00:59', '2027-03-28T00:59:00Z'],
    ['in the first of two equal hours when the clocks go back', '2027-10-31T01:30', '2027-10-31T00:30:00Z'],
    ['after the clocks go back', '2027-10-31T02:00', '2027-10-31T02:00:00Z'],
  ])('is published at the local time of the newsroom %s', async (_, local, iso) => {
    const plannedAt = parseLocalInput(local) ?? undefined
    await publish({}, { plannedAt })
    const planned = new Date(iso)
    expect(await publishDue(db, new Date(planned.getTime() - 1))).toMatchObject({ published: 0 })
    expect(await publishDue(db, planned)).toMatchObject({ published: 1 })
    expect(await publishDue(db, new Date(planned.getTime() + 3_600_000))).toMatchObject({ published: 0 })
    expect(await row()).toMatchObject({ published_at: planned })
  })

  it('is replaced by another schedule and by an immediate publication', async () => {
    await schedule()
    await schedule({ title: 'Coffee' }, { plannedAt: minutes(60) })
    expect(await states()).toEqual(['cancelled', 'scheduled'])
    await publish({ title: 'Cocoa' })
    expect(await states()).toEqual(['cancelled', 'cancelled', 'done'])
    expect(await publishDue(db, minutes(90))).toMatchObject({ published: 0 })
    expect(await row()).toMatchObject({ title: 'Cocoa' })
  })

  it('is not published early if it replaces a due one that is being published', async () => {
    await schedule()
    const whileListed = new Proxy(db, {
      get(target, key) {
        if (key !== 'transaction') return Reflect.get(target, key)
        return async (work: Parameters<typeof db.transaction>[0]) => {
          await schedule({ title: 'Coffee' }, { plannedAt: minutes(60) })
          return db.transaction(work)
        }
      },
    })
    expect(await publishDue(whileListed, PLANNED)).toEqual(NOTHING)
    expect(await row()).toBeUndefined()
    expect(await open()).toMatchObject({ scheduled: { plannedAt: minutes(60).toISOString() } })
  })

  it('is refused in the past', async () => {
    expect(await schedule({}, { plannedAt: NOW })).toEqual({
      kind: 'refused',
      reasons: ['Choose a time in the future.'],
    })
  })

  it('returns the first outcome when the request is retried, even after its publication', async () => {
    const base = (await edit({})) ?? { formHash: '' }
    const request = { publicationId: randomUUID(), id: ID, base, updateKind: 'update' as const }
    const retry = () => publishDraft(db, ada, { ...request, plannedAt: PLANNED }, NOW)
    const first = await retry()
    expect(await retry()).toEqual(first)
    await publishDue(db, PLANNED)
    expect(await retry()).toMatchObject({ kind: 'published' })
    expect(await states()).toEqual(['done'])
  })

  it('is published by nobody when its account was deleted', async () => {
    await schedule({}, { by: ben })
    await pool.query('update publications set by = null')
    await publishDue(db, PLANNED)
    expect((await audit()).at(-1)).toMatchObject({ actor_email: 'scheduled publication' })
  })
})

describe('a schedule ends', () => {
  it('when it is cancelled', async () => {
    await schedule()
    expect(await cancelSchedule(db, ada, ID, NOW)).toEqual({ kind: 'cancelled' })
    expect(await cancelSchedule(db, ada, ID, NOW)).toEqual({
      kind: 'refused',
      reasons: ['The article is not scheduled.'],
    })
    expect((await audit()).at(-1)).toMatchObject({ action: 'article.unschedule' })
    expect(await publishDue(db, PLANNED)).toMatchObject({ published: 0 })
    expect(await open()).toMatchObject({ status: 'draft' })
  })

  it('when the article is deleted, even if it is restored', async () => {
    await schedule()
    await deleteDraft(db, ada, ID, NOW)
    await restoreDeleted(db, ada, ID)
    expect(await publishDue(db, PLANNED)).toMatchObject({ published: 0 })
    expect(await row()).toBeUndefined()
  })

  it('when the article is withdrawn', async () => {
    await publish()
    await schedule({ title: 'Coffee' })
    await withdrawArticle(db, ada, { publicationId: randomUUID(), id: ID, reason: '' }, NOW)
    expect(await publishDue(db, PLANNED)).toMatchObject({ published: 0 })
    expect(await row()).toBeUndefined()
  })
})

describe('a failed publication', () => {
  const failInserts = () =>
    pool.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'No space left'; end $$;
      create trigger fail before insert on articles for each row execute function fail()`)
  const repair = () => pool.query('drop trigger fail on articles; drop function fail')

  it('is retried after a delay', async () => {
    await schedule()
    await failInserts()
    const { published, failures } = await publishDue(db, PLANNED).finally(repair)
    expect(published).toBe(0)
    expect(failures).toMatchObject([{ articleId: ID }])
    expect(await publishDue(db, new Date(PLANNED.getTime() + 9_999))).toMatchObject({ published: 0 })
    expect(await findNextDue(db)).toEqual(new Date(PLANNED.getTime() + 10_000))
    expect(await publishDue(db, new Date(PLANNED.getTime() + 10_000))).toMatchObject({ published: 1 })
    expect(await row()).toMatchObject({ published_at: PLANNED })
  })

  it('is not tried again after five attempts, and does not prevent others', async () => {
    await schedule()
    const other = '1b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
    await publish({}, { id: other })
    await publish({ title: 'Coffee' }, { id: other, plannedAt: PLANNED })
    await failInserts()
    let published = 0
    for (let attempt = 0; attempt < 6; attempt += 1)
      published += (await publishDue(db, minutes(60 + attempt * 10))).published
    await repair()
    expect(published).toBe(1)
    const { rows } = await pool.query(
      "select state, attempts, failure from publications where state = 'failed'",
    )
    expect(rows).toEqual([{ state: 'failed', attempts: 5, failure: 'No space left' }])
    expect(await open()).toMatchObject({
      status: 'draft',
      failedPublication: { plannedAt: PLANNED.toISOString(), isFinal: true, reasons: [] },
    })
    await publish()
    expect(await row()).toMatchObject({ title: 'Tea' })
    expect(await open()).toMatchObject({ failedPublication: null })
  })
})
