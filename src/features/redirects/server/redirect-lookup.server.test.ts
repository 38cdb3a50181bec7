import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { redirectQueryKey } from '../rules/redirect-address.ts'
import {
  createRedirectLookup,
  type FoundRedirect,
  findRedirect,
  storeHits,
} from './redirect-lookup.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
beforeEach(() => pool.query('delete from redirects'))
afterAll(() => database.drop())

function createLookup() {
  const calls: string[] = []
  const errors: unknown[] = []
  const store = { isDown: false, calls: 0 }
  const lookup = createRedirectLookup({
    async find(key) {
      calls.push(key)
      if (store.isDown) throw new Error('down')
      return findRedirect(db, key)
    },
    async storeHits(hits) {
      store.calls += 1
      if (store.isDown) throw new Error('down')
      return storeHits(db, hits)
    },
    onError: (error) => errors.push(error),
  })
  return { lookup, calls, errors, store }
}
const insert = () =>
  pool.query(`insert into redirects (from_path, target, status, origin) values
    ('/old', '/new', 301, 'editor'), ('/été', '/summer', 302, 'editor'), ('/gone', null, 410, 'editor')`)
const hits = async () =>
  (await pool.query('select from_path, hits from redirects where hits > 0')).rows.map((row) => [
    row.from_path,
    Number(row.hits),
  ])

it('finds redirects in any letter case and encoding', async () => {
  await insert()
  const { lookup } = createLookup()
  expect(await lookup.find('/OLD/')).toMatchObject({ target: '/new', status: 301 })
  expect(await lookup.find('/%C3%A9T%c3%a9')).toMatchObject({ target: '/summer', status: 302 })
  expect(await lookup.find('/gone')).toMatchObject({ target: null, status: 410 })
  for (const path of ['/', '/none', '/old%0a', '/%', '/old/more'])
    expect(await lookup.find(path), path).toBeNull()
})

it('finds imported redirects by addresses that start with /index.php', async () => {
  await insert()
  await pool.query(`insert into redirects (from_path, target, origin) values
    ('/2019/a-story', '/story', 'import'), ('/?p=12', '/twelve', 'import'), ('/index.php/old', '/own', 'editor')`)
  const { lookup } = createLookup()
  expect(await lookup.find('/index.php/2019/a-story/')).toMatchObject({ target: '/story' })
  expect(await lookup.find(redirectQueryKey('/index.php', '?p=12') ?? '')).toMatchObject({
    target: '/twelve',
  })
  expect(await lookup.find('/Index.php/gone')).toMatchObject({ status: 410 })
  expect(await lookup.find('/index.php/old')).toMatchObject({ target: '/own' })
  for (const path of ['/index.php', '/index.phpold', '/index.php/none'])
    expect(await lookup.find(path), path).toBeNull()
})

it('counts hits together, without an announcement', async () => {
  await insert()
  const { lookup, store } = createLookup()
  for (let i = 0; i < 50; i++) await lookup.find('/old')
  await lookup.find('/gone')
  expect(await hits()).toEqual([])
  await lookup.flush()
  expect(store.calls).toBe(1)
  expect((await hits()).toSorted()).toEqual([
    ['/gone', 1],
    ['/old', 50],
  ])
  await lookup.find('/old')
  await lookup.close()
  expect(await hits()).toContainEqual(['/old', 51])
})

it('keeps the hits while they cannot be stored, and reports it once', async () => {
  await insert()
  const { lookup, errors, store } = createLookup()
  await lookup.find('/old')
  store.isDown = true
  await lookup.flush()
  await lookup.find('/old')
  await lookup.flush()
  store.isDown = false
  await lookup.close()
  expect(await hits()).toEqual([['/old', 2]])
  expect(errors).toHaveLength(1)
})

it('looks a path up once until a change', async () => {
  await insert()
  const { lookup, calls } = createLookup()
  for (let i = 0; i < 3; i++) for (const path of ['/old', '/none']) await lookup.find(path)
  expect(calls).toEqual(['/old', '/none'])
  await pool.query("update redirects set target = '/newer' where from_path = '/old'")
  lookup.invalidateAll()
  expect(await lookup.find('/old')).toMatchObject({ target: '/newer' })
})

describe('the memory', () => {
  it('is bounded for paths that anybody can invent', async () => {
    const lookup = createRedirectLookup({
      find: async () => null,
      storeHits: async () => {},
      onError: () => {},
    })
    for (let i = 0; i < 20_000; i++) await lookup.find(`/${i}-${'x'.repeat(500)}`)
    expect(lookup.size.bytes).toBeLessThanOrEqual(4_000_000)
    expect(lookup.size.known).toBeLessThan(5_000)
  })

  it('does not keep what changed during the lookup', async () => {
    const answer = Promise.withResolvers<FoundRedirect | null>()
    const lookup = createRedirectLookup({
      find: () => answer.promise,
      storeHits: async () => {},
      onError: () => {},
    })
    const found = lookup.find('/old')
    lookup.invalidateAll()
    answer.resolve(null)
    expect(await found).toBeNull()
    expect(lookup.size.known).toBe(0)
  })
})

it('finds no redirect while the database does not respond', async () => {
  const { lookup, store } = createLookup()
  store.isDown = true
  expect(await lookup.find('/old')).toBeNull()
})
