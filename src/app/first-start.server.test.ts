import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { removeSampleEdition } from '#features/feeds/ingest/sample-edition.server.ts'
import { isUploadPublic } from '#features/publishing/server/public-uploads.server.ts'
import { listCategories } from '#kernel/category-lists.ts'
import { parseEnv } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { inviteFirstAdministrator, prepareFirstStart } from './first-start.server.ts'

log().level = 'silent'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const start = (variables: Record<string, string> = {}) => prepareFirstStart(database.db, parseEnv(variables))

async function count(from: string): Promise<number> {
  return Number((await database.pool.query(`select count(*) from ${from}`)).rows[0].count)
}

describe('the first start: the sample edition', () => {
  it('is loaded once by several processes, unless it is off, and not again after its removal', async () => {
    await start({ SAMPLE_EDITION: 'off' })
    expect(await count('articles')).toBe(0)

    await Promise.all([start(), start(), start()])
    const { rows } = await database.pool.query('select distinct category from articles')
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(listCategories()))
    const articles = await count(`articles where origin = 'sample'`)
    expect(articles).toBeGreaterThanOrEqual(30)
    expect(articles).toBe(await count('(select distinct title from articles) as titles'))
    expect(await count('articles where is_breaking')).toBeGreaterThan(0)
    // Readers see the files of its stories.
    const { rows: files } = await database.pool.query('select name from media')
    expect(files.length).toBeGreaterThan(5)
    for (const { name } of files) expect(await isUploadPublic(database.db, name), name).toBe(true)

    await start()
    expect(await count('articles')).toBe(articles)
    await removeSampleEdition(database.db, COMMAND_LINE_ACTOR)
    await start()
    expect(await count('articles')).toBe(0)
  })

  it('is not loaded when the site has or had articles', async () => {
    await database.pool.query(`insert into articles (title) values ('By hand')`)
    await start()
    expect(await count('articles')).toBe(1)
    await database.pool.query('delete from articles')
    await start()
    expect(await count('articles')).toBe(0)
  })
})

describe('the first start: the administrator', () => {
  const admin = {
    SAMPLE_EDITION: 'off',
    ADMIN_EMAIL: 'editor@example.org',
    ADMIN_PASSWORD: 'violet tram estuary',
  }

  it('is created from ADMIN_EMAIL and ADMIN_PASSWORD, once', async () => {
    await start(admin)
    await start(admin)
    expect(await count(`users where role = 'admin' and email = 'editor@example.org'`)).toBe(1)
    expect(await count('accounts where password is not null')).toBe(1)
  })

  it('needs a strong password', async () => {
    await expect(start({ ...admin, ADMIN_PASSWORD: 'editor1' })).rejects.toThrow(
      'ADMIN_PASSWORD: This password is easy to guess.',
    )
    expect(await count('users')).toBe(0)
  })

  it('is created and logged by one of several processes that start together', async () => {
    const logged = vi.spyOn(log(), 'info')
    await Promise.all([start(admin), start(admin)])
    expect(logged.mock.calls).toEqual([['Created the first administrator, editor@example.org.']])
    logged.mockRestore()
  })

  it('is not created without these variables', async () => {
    await start({ SAMPLE_EDITION: 'off' })
    expect(await count('users')).toBe(0)
  })
})

describe('the invitation of the first administrator', () => {
  it('is logged with a new link at each start until an administrator exists', async () => {
    const infoLog = vi.spyOn(log(), 'info')
    const invite = async () => {
      infoLog.mockClear()
      await inviteFirstAdministrator(database.db, 'https://news.example.org')
      return infoLog.mock.calls.map(([text]) => text)
    }
    const [first, ...others] = await invite()
    expect(others).toEqual([])
    expect(first).toMatch(/ https:\/\/news\.example\.org\/admin\/first#[\w-]{43} /)
    expect(await invite()).not.toEqual([first])
    await start({
      SAMPLE_EDITION: 'off',
      ADMIN_EMAIL: 'a@example.org',
      ADMIN_PASSWORD: 'violet tram estuary',
    })
    expect(await invite()).toEqual([])
    infoLog.mockRestore()
  })
})
