import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { createOutbound, type Outbound } from '#platform/outbound/outbound.server.ts'
import { type LocalServer, startLocalServer } from '#platform/testing/local-server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { createLinkChecker, findLinkTargets } from './article-links.server.ts'

const database = await createTestDatabase()
const { db, pool } = database

beforeAll(() =>
  pool.query(`
    insert into articles (title, summary, author, published_at)
    select 'Bulletin ' || n, 'Harbour news', 'Desk', timestamptz '2026-11-20' - n * interval '1 minute' from generate_series(1, 20) as n;
    insert into articles (title, summary, author, published_at) values
      ('The harbour’s new wall', '', 'Ada', '2020-01-02'),
      ('Harbour wall opens', '', 'Ada', '2020-01-01'),
      ('Tea at four', 'Milk first', 'Zoë Quill', '2019-01-01');
    insert into drafts (id, fields, updated_at, listed_at)
    values (gen_random_uuid(), '{"title": "Harbour draft", "author": "Ada", "category": "News"}', now(), now())`),
)
afterAll(() => database.drop())

const find = async (q: string, id = 'ada') => (await findLinkTargets(db, { id }, q)).map(({ title }) => title)

describe('findLinkTargets', () => {
  it('finds published articles, those with the words in the headline first', async () => {
    expect(await find('harbour')).toEqual([
      'The harbour’s new wall',
      'Harbour wall opens',
      'Bulletin 1',
      'Bulletin 2',
      'Bulletin 3',
      'Bulletin 4',
    ])
    expect(await find("WALL harbour's")).toEqual(['The harbour’s new wall'])
    expect(await find('zoe four')).toEqual(['Tea at four'])
    expect(await find('draft')).toEqual([])
    expect(await findLinkTargets(db, { id: 'ada' }, 'tea')).toEqual([
      { id: expect.any(String), title: 'Tea at four', publishedAt: '2019-01-01T00:00:00.000Z' },
    ])
  })

  it('lists the newest without words', async () => {
    const all = await database.pool.query('select title from articles order by published_at desc limit 1')
    expect((await find(''))[0]).toBe(all.rows[0].title)
    expect(await find('')).toHaveLength(6)
  })

  it('limits the searches of a person', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 121 }, () => find('tea', 'ben')))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
      {
        status: 'rejected',
        reason: expect.objectContaining({ message: expect.stringContaining('Too many searches') }),
      },
    ])
    expect(await find('tea', 'cleo')).toHaveLength(1)
  })
})

describe('createLinkChecker', () => {
  const requested: string[] = []
  let running = 0
  let mostRunning = 0
  let server: LocalServer
  let outbound: Outbound
  beforeAll(async () => {
    server = await startLocalServer(async (request, response) => {
      requested.push(request.url ?? '')
      mostRunning = Math.max(mostRunning, ++running)
      response.once('close', () => (running -= 1))
      if (request.url?.startsWith('/silent')) return
      const status = Number(/\d{3}$/.exec(request.url ?? '')?.[0] ?? 200)
      response.writeHead(status, status === 302 ? { location: '/404' } : {}).end('A page with some text')
    })
    outbound = createOutbound({
      allowedPrivateHosts: new Set([server.host]),
      userAgent: 'Masthead',
      lookup: (_, __, done) => done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []),
    })
  })
  afterAll(async () => {
    await outbound.close()
    await server[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    requested.length = 0
  })

  const link = (url: string) => `<a href="${url}">x</a>`
  const linksTo = (paths: string[]) => paths.map((path) => link(server.origin + path)).join('')
  const ada = { id: 'ada' }
  const check = (paths: string[], timeouts?: { timeoutMs?: number; totalTimeoutMs?: number }) =>
    createLinkChecker(outbound, timeouts).findDeadLinks(ada, linksTo(paths))

  it('finds pages that do not exist, also behind redirects', async () => {
    expect(await check(['/200', '/404', '/410', '/302'])).toEqual(
      ['/404', '/410', '/302'].map((path) => server.origin + path),
    )
  })

  it('does not report failures that may be temporary, private addresses and slow servers', async () => {
    expect(await check(['/500', '/403', '/429'])).toEqual([])
    expect(await check(['/silent'], { timeoutMs: 200 })).toEqual([])
    expect(await createLinkChecker(outbound).findDeadLinks(ada, link('http://10.0.0.1/'))).toEqual([])
  })

  it('finds hosts that do not exist', async () => {
    const url = 'https://no-such-host.example/'
    expect(await createLinkChecker(outbound).findDeadLinks(ada, link(url))).toEqual([url])
  })

  it('requests each address once in ten minutes, at most 50 for a text, and five at once', async () => {
    const checker = createLinkChecker(outbound)
    const html = linksTo(Array.from({ length: 60 }, (_, index) => `/page-${index}`))
    await checker.findDeadLinks(ada, html)
    await checker.findDeadLinks(ada, html)
    // A request that an earlier test has given up may arrive late.
    expect(requested.filter((path) => path.startsWith('/page-'))).toHaveLength(50)
    expect(mostRunning).toBeLessThanOrEqual(5)
  })

  it('gives up on the links of a text after a time, also on those that wait for others', async () => {
    const silent = Array.from({ length: 20 }, (_, index) => `/silent?${index}`)
    expect(await check([...silent, '/404'], { totalTimeoutMs: 200 })).toEqual([])
    expect(requested).not.toContain('/404')
  })

  it('limits the checks of each person, and in total', async () => {
    const checker = createLinkChecker(outbound)
    const checkOften = async (id: string, times: number) => {
      for (let n = 0; n < times; n += 1) await checker.findDeadLinks({ id }, '')
    }
    await checkOften('ada', 10)
    await expect(checkOften('ada', 1)).rejects.toThrow(TooBusyError)
    await checkOften('ben', 10)
    await checkOften('cleo', 10)
    await expect(checkOften('dan', 1)).rejects.toThrow(TooBusyError)
  })
})
