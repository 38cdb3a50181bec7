import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { servedLook } from '#kernel/look.ts'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { DEFAULT_LOOK, type Look } from '../rules/look.ts'
import { findPublishedLook, loadLook } from './load-look.server.ts'
import { deleteUnusedLookFiles, storeLookImage } from './look-images.server.ts'
import { findLook, LOOK_HISTORY_SIZE, publishLook, saveLookDraft, undoLook } from './looks.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(async () => {
  await pool.query('delete from looks; delete from look_files; delete from audit_log')
  await loadLook(db)
})

const by = COMMAND_LINE_ACTOR
const GREEN: Look = { ...DEFAULT_LOOK, accent: '#0b4a33' }
const BLUE: Look = { ...DEFAULT_LOOK, accent: '#0a58a8' }
let now = new Date('2026-11-30T12:00:00Z')
const tick = () => {
  now = new Date(now.getTime() + 1_000)
  return now
}

async function save(look: Look | null, version?: string) {
  return saveLookDraft(db, by, { look, version: version ?? (await findLook(db)).version }, tick())
}

async function publish(look: Look, id: string = randomUUID()) {
  await save(look)
  await publishLook(db, by, { id, version: (await findLook(db)).version }, tick())
  return id
}

describe('the draft', () => {
  it('is not shown to readers until it is published', async () => {
    await save(GREEN)
    expect(await findLook(db)).toMatchObject({ draft: GREEN, published: DEFAULT_LOOK, history: [] })
    expect(await loadLook(db)).toBe(false)
    await publishLook(db, by, { id: randomUUID(), version: (await findLook(db)).version }, tick())
    expect(await findLook(db)).toMatchObject({ draft: null, version: '', published: GREEN })
    expect(await loadLook(db)).toBe(true)
    expect(servedLook().accent).toBe('#0b4a33')
  })

  it('of another person is not overwritten', async () => {
    await save(GREEN, '')
    expect(await save(BLUE, '')).toEqual({ kind: 'outdated' })
    expect((await findLook(db)).draft).toEqual(GREEN)
  })

  it('is not published if it has changed since it was seen', async () => {
    await save(GREEN)
    const { version } = await findLook(db)
    await save(BLUE)
    expect(await publishLook(db, by, { id: randomUUID(), version }, tick())).toEqual({ kind: 'outdated' })
    expect(await findPublishedLook(db)).toEqual(DEFAULT_LOOK)
  })

  it('can be discarded', async () => {
    await save(GREEN)
    await save(null)
    expect(await findLook(db)).toMatchObject({ draft: null, version: '' })
  })

  it('with an image that does not exist is refused', async () => {
    const icon = { hash: 'a'.repeat(64), width: 512, height: 512 }
    expect(await save({ ...GREEN, icon })).toEqual({ kind: 'missing-image' })
  })
})

describe('a published look', () => {
  it('is published once, however often the request is repeated', async () => {
    const id = await publish(GREEN)
    expect(await publishLook(db, by, { id, version: '' }, tick())).toEqual({ kind: 'published' })
    expect((await findLook(db)).history).toHaveLength(1)
  })

  it('is undone in one step, and undoing this shows it again', async () => {
    await publish(GREEN)
    await publish(BLUE)
    const undo = async () => {
      const [current] = (await findLook(db)).history
      await undoLook(db, by, { id: randomUUID(), undoes: current?.id ?? '' }, tick())
      return (await findPublishedLook(db)).accent
    }
    expect(await undo()).toBe(GREEN.accent)
    expect(await undo()).toBe(BLUE.accent)
  })

  it('that was the first is undone to the default look', async () => {
    const undoes = await publish(GREEN)
    await undoLook(db, by, { id: randomUUID(), undoes }, tick())
    expect(await findPublishedLook(db)).toEqual(DEFAULT_LOOK)
  })

  it('is not undone twice by two people', async () => {
    await publish(GREEN)
    const undoes = await publish(BLUE)
    await undoLook(db, by, { id: randomUUID(), undoes }, tick())
    expect(await undoLook(db, by, { id: randomUUID(), undoes }, tick())).toEqual({ kind: 'outdated' })
  })

  it('stays in the history, which is bounded, and in the audit log', async () => {
    for (let count = 0; count < LOOK_HISTORY_SIZE + 2; count += 1) await publish(count % 2 ? GREEN : BLUE)
    const { rows } = await pool.query('select count(*)::int as count from looks')
    expect(rows[0].count).toBe(LOOK_HISTORY_SIZE)
    const { rows: log } = await pool.query('select action, changes from audit_log order by id limit 1')
    expect(log[0]).toMatchObject({
      action: 'look.publish',
      changes: { accent: { from: '#a80f14', to: '#0a58a8' } },
    })
  })

  it('that was changed by hand to something else is not served', async () => {
    await pool.query(`insert into looks (look, published_at) values ($1, now())`, [
      { ...GREEN, accent: 'red}</style>' },
    ])
    expect(await findPublishedLook(db)).toEqual(DEFAULT_LOOK)
  })
})

it('readers are notified of published looks only', async () => {
  const published: boolean[] = []
  const listener = new DatabaseClient({ connectionString: database.url })
  await listener.connect()
  listener.on('notification', ({ payload = '' }) => {
    const change = JSON.parse(payload)
    if (change.table === 'looks') published.push(change.published)
  })
  await listener.query('listen masthead_live')
  await save(GREEN)
  await eventually(() => expect(published).toEqual([false]))
  await publishLook(db, by, { id: randomUUID(), version: (await findLook(db)).version }, tick())
  await eventually(() => expect(published).toEqual([false, false, true]))
  await listener.end()
})

it('the sweep deletes images of the day before that no look shows', async () => {
  const bytes = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const stored = await storeLookImage(db, 'icon', bytes, tick())
  if (stored.kind !== 'stored') throw new Error(stored.reason)
  const count = async () => (await pool.query('select count(*)::int as count from look_files')).rows[0].count
  const later = new Date(now.getTime() + 25 * 60 * 60_000)
  await deleteUnusedLookFiles(db, now)
  expect(await count()).toBe(5)
  await save({ ...GREEN, icon: stored.image })
  await deleteUnusedLookFiles(db, later)
  expect(await count()).toBe(5)
  await save(null)
  await deleteUnusedLookFiles(db, later)
  expect(await count()).toBe(0)
})
