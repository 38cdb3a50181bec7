import { asc } from 'drizzle-orm'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { redirects } from '#schema/redirects.ts'
import { addRedirect } from './add-redirect.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
beforeEach(() => pool.query('delete from redirects'))
afterAll(() => database.drop())

const rename = (from: string, to: string) => addRedirect(db, { from, to })
const list = async () => {
  const rows = await db.select().from(redirects).orderBy(asc(redirects.fromPath))
  return rows.map(({ fromPath, target, status }) => [fromPath, target, status])
}

it('redirects each former path to the newest one', async () => {
  await rename('/topic/eu', '/topic/europe')
  await rename('/topic/europe', '/topic/europa')
  expect(await list()).toEqual([
    ['/topic/eu', '/topic/europa', 301],
    ['/topic/europe', '/topic/europa', 301],
  ])
})

it('makes no loop when a page gets its former name back', async () => {
  await rename('/author/a', '/author/b')
  await rename('/author/b', '/author/c')
  await rename('/author/c', '/author/a')
  expect(await list()).toEqual([
    ['/author/b', '/author/a', 301],
    ['/author/c', '/author/a', 301],
  ])
})

it('compares paths of any script and encoding', async () => {
  await rename('/topic/Été', '/topic/%C3%BCber')
  await rename('/topic/über', '/topic/日本')
  expect(await list()).toEqual([
    ['/topic/été', '/topic/%E6%97%A5%E6%9C%AC', 301],
    ['/topic/über', '/topic/%E6%97%A5%E6%9C%AC', 301],
  ])
  await rename('/topic/日本', '/topic/%E6%97%A5%E6%9C%AC')
  expect(await list()).toHaveLength(2)
})

it('replaces an earlier redirect of the path, and counts anew', async () => {
  await rename('/topic/a', '/topic/b')
  await pool.query('update redirects set hits = 5')
  await rename('/topic/a', '/topic/c')
  expect(await db.select().from(redirects)).toMatchObject([{ target: '/topic/c', hits: 0, origin: 'rename' }])
})

it('keeps opposite renames at the same time from making a loop', async () => {
  await Promise.all([rename('/topic/a', '/topic/b'), rename('/topic/b', '/topic/a')])
  expect(await list()).toHaveLength(1)
})

it('refuses what cannot be redirected', async () => {
  await expect(rename('/', '/topic/a')).rejects.toThrow(RangeError)
  await expect(rename('/topic/a', '//evil.example')).rejects.toThrow(RangeError)
  await expect(rename('/topic/a', 'https://evil.example')).rejects.toThrow(RangeError)
})

it('stores no targets that browsers would take for another host', async () => {
  const insert = (target: string) =>
    pool.query(`insert into redirects (from_path, target, origin) values ('/x', $1, 'import')`, [target])
  for (const target of ['//evil.example', 'http://x.example', 'javascript:alert(1)', ''])
    await expect(insert(target)).rejects.toThrow(/redirects_target_check/)
  await insert('/')
})
