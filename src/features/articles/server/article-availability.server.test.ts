import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import {
  type ArticleAvailability,
  createMissingArticles,
  findAvailability,
  findMissing,
} from './article-availability.server.ts'

const { db, pool, drop } = await createTestDatabase()
afterAll(() => drop())

const ID = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const OTHER_ID = '1b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const FIELDS = '{"title":"Tea","author":"","category":"News"}'

const decide = (kind: 'publish' | 'withdraw', reason = '') =>
  pool.query(
    `insert into publications (id, article_id, kind, revision, state, planned_at, reason)
     values (gen_random_uuid(), $1, $2, case $2 when 'publish' then 1 end, 'done', now() - random() * interval '1 day', $3)`,
    [ID, kind, reason],
  )

it('is withdrawn after a withdrawal until the next publication, whatever the clock', async () => {
  expect(await findAvailability(db, ID)).toEqual({ kind: 'missing' })
  await pool.query('insert into drafts (id, fields, last_revision) values ($1, $2, 1)', [ID, FIELDS])
  await pool.query(`insert into revisions (article_id, number, kind, fields) values ($1, 1, 'save', $2)`, [
    ID,
    FIELDS,
  ])
  expect(await findAvailability(db, ID)).toEqual({ kind: 'missing' })
  await decide('publish')
  await decide('withdraw', 'Legal reasons')
  expect(await findAvailability(db, ID)).toEqual({ kind: 'withdrawn', reason: 'Legal reasons' })
  await decide('publish')
  await pool.query("insert into articles (id, title) values ($1, 'Tea')", [ID])
  expect(await findAvailability(db, ID)).toEqual({ kind: 'published', path: `/article/${ID}/tea` })
  await pool.query("update articles set slug = 'Green Tea'")
  expect(await findAvailability(db, ID)).toEqual({ kind: 'published', path: `/article/${ID}/green-tea` })
  await decide('withdraw')
  await pool.query('delete from articles')
  expect(await findAvailability(db, ID)).toEqual({ kind: 'withdrawn', reason: '' })
})

it('is missing for what cannot be an id', async () => {
  expect(await findAvailability(db, 'nonsense')).toEqual({ kind: 'missing' })
})

it('lists which of many ids belong to no article', async () => {
  const gone = randomUUID()
  await pool.query("insert into articles (id, title) values ($1, 'Coffee')", [OTHER_ID])
  expect(await findMissing(db, [OTHER_ID, gone])).toEqual([gone])
  expect(await findMissing(db, [OTHER_ID])).toEqual([])
  expect(await findMissing(db, [])).toEqual([])
})

/** @param exists whether the article is published */
function create(exists: () => Promise<boolean>, now?: () => number) {
  const missing = createMissingArticles(
    async () => ({ kind: (await exists()) ? 'published' : 'missing' }),
    now,
  )
  const has = async (id: string) => (await missing.find(id)).kind === 'missing'
  return Object.assign(missing, { has })
}

describe('createMissingArticles', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('looks up a missing article once in ten seconds', async () => {
    let now = 1_000
    const exists = vi.fn(async () => false)
    const missing = create(exists, () => now)
    expect([await missing.has(ID), await missing.has(ID)]).toEqual([true, true])
    expect(exists).toHaveBeenCalledTimes(1)
    now += 11_000
    await missing.has(ID)
    expect(exists).toHaveBeenCalledTimes(2)
  })

  it('looks up an existing article once until it changes', async () => {
    const exists = vi.fn(async () => true)
    const missing = create(exists)
    expect([await missing.has(ID), await missing.has(ID)]).toEqual([false, false])
    expect(exists).toHaveBeenCalledTimes(1)
    exists.mockResolvedValue(false)
    missing.invalidate([`article:${ID}`])
    expect(await missing.has(ID)).toBe(true)
  })

  it('does not look up what cannot be an id', async () => {
    const exists = vi.fn(async () => true)
    const missing = create(exists)
    for (const id of ['', 'nonsense', ID.toUpperCase(), `${ID}0`]) expect(await missing.has(id)).toBe(true)
    expect(exists).not.toHaveBeenCalled()
  })

  it.each([
    ['is published', (missing: ReturnType<typeof create>) => missing.invalidate([`article:${ID}`])],
    ['may have been published', (missing: ReturnType<typeof create>) => missing.invalidateAll()],
  ])('forgets an article that %s, even during its lookup', async (_, change) => {
    let isPublished = false
    const lookups: (() => void)[] = []
    const missing = create(async () => {
      const found = isPublished
      await new Promise<void>((resolve) => lookups.push(resolve))
      return found
    })
    const first = missing.has(ID)
    isPublished = true
    change(missing)
    lookups[0]?.()
    await first
    const second = missing.has(ID)
    lookups[1]?.()
    expect(await second).toBe(false)

    const known = create(async () => isPublished)
    isPublished = false
    expect(await known.has(ID)).toBe(true)
    isPublished = true
    change(known)
    expect(await known.has(ID)).toBe(false)
  })

  it('looks up a withdrawn article again after ten seconds, when it may have been removed', async () => {
    let now = 1_000
    const withdrawn = { kind: 'withdrawn', reason: 'Legal reasons' } as const
    const find = vi.fn(async (): Promise<ArticleAvailability> => withdrawn)
    const missing = createMissingArticles(find, () => now)
    expect([await missing.find(ID), await missing.find(ID)]).toEqual([withdrawn, withdrawn])
    expect(find).toHaveBeenCalledTimes(1)
    now += 11_000
    find.mockResolvedValue({ kind: 'missing' })
    expect(await missing.find(ID)).toEqual({ kind: 'missing' })
  })

  it('uses a limited amount of memory', async () => {
    const missing = create(async () => false)
    for (let i = 0; i < 12_000; i++) await missing.has(randomUUID())
    expect(missing.size).toBe(10_000)
  })

  it('leaves the address to the render when the database does not respond', async () => {
    vi.useFakeTimers()
    expect(await create(() => Promise.reject(new Error('lost'))).has(ID)).toBe(false)
    const hung = create(() => new Promise(() => {})).has(ID)
    await vi.advanceTimersByTimeAsync(500)
    expect(await hung).toBe(false)
  })

  it('uses a response that arrived while the process was busy', async () => {
    const lookup = create(async () => (await readFile(import.meta.filename)).length === 0).has(ID)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
    expect(await lookup).toBe(true)
  })
})
