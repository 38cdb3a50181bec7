import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { itemDrafts } from '#features/publishing/server/item-drafts.server.ts'
import { createOutbound, type Outbound } from '#platform/outbound/outbound.server.ts'
import { openFeedTestServer } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'
import { createNewsFetcher } from './fetch-news.server.ts'

const AN_HOUR = 60

describe('a run: feed selection', () => {
  it('fetches only enabled feeds that are due', async () => {
    await using testServer = await openFeedTestServer()
    for (const path of ['/due', '/later', '/off']) await testServer.addFeed(path)
    await testServer.database.pool.query(`update feeds set next_check_at = $1 where url like '%/later'`, [
      new Date(testServer.clock.getTime() + 1),
    ])
    await testServer.database.pool.query(`update feeds set enabled = false where url like '%/off'`)
    testServer.publish('/due', rss(items(1)))
    expect(await testServer.fetchNews()).toMatchObject({ feeds: 1, created: 1 })
    expect(testServer.server.requests.map(({ url }) => url)).toEqual(['/due'])
  })

  it('records the time and result of each fetch, and the title of an untitled feed', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/good')
    await testServer.addFeed('/named')
    await testServer.addFeed('/bad')
    await testServer.database.pool.query(`update feeds set title = 'My name for it' where url like '%/named'`)
    testServer.publish('/good', rss(items(1), { title: 'The Courier' }))
    testServer.publish('/named', rss(items(1), { title: 'The Courier' }))
    await testServer.fetchNews()
    const { clock } = testServer
    expect(await testServer.feed('/good')).toMatchObject({
      title: 'The Courier',
      lastCheckedAt: clock,
      lastSuccessAt: clock,
      failureCount: 0,
      lastError: null,
    })
    expect(await testServer.feed('/named')).toMatchObject({ title: 'My name for it' })
    expect(await testServer.feed('/bad')).toMatchObject({
      title: '',
      lastCheckedAt: clock,
      lastSuccessAt: null,
      failureCount: 1,
      lastError: 'The server responded with status 404.',
    })
  })

  it('stores nothing from a feed that is deleted during the fetch', async () => {
    await using testServer = await openFeedTestServer()
    const feed = await testServer.addFeed('/a')
    testServer.publish('/a', (_, response) => {
      testServer.database.pool
        .query('delete from feeds where id = $1', [feed.id])
        .then(() => response.end(rss(items(3))))
    })
    expect(await testServer.fetchNews()).toMatchObject({ feeds: 1, created: 0, failed: 0 })
    expect(await testServer.articles()).toEqual([])
  })
})

describe('a run: failure isolation', () => {
  const laughs = `<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${rss(items(1))}`
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))

  it('reports each failed feed with its reason, and stores the other feeds', async () => {
    await using testServer = await openFeedTestServer()
    const failing = {
      '/web-page': /web page/,
      '/empty': /empty/,
      '/entity-bomb': /entities/,
      '/gzip-bomb': /15 MB/,
      '/cut': /closed the connection/,
      '/silent': /closed the connection/,
      '/error': /status 500/,
      '/circle': /redirects in a loop/,
      '/not-json': /no feed/,
    }
    for (const path of ['/good', ...Object.keys(failing), '/also-good']) await testServer.addFeed(path)
    testServer.publish('/good', rss(items(2)))
    testServer.publish('/also-good', rss(items(2, 'report')))
    testServer.publish('/web-page', '<!doctype html><html><title>Sorry</title></html>')
    testServer.publish('/empty', '')
    testServer.publish('/entity-bomb', laughs)
    testServer.publish('/gzip-bomb', (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    testServer.publish('/cut', (_, response) => {
      response.writeHead(200, { 'content-length': 99_999 }).write('<rss>', () => response.destroy())
    })
    testServer.publish('/silent', ({ socket }) => socket.destroy())
    testServer.publish('/error', (_, response) => response.writeHead(500).end())
    testServer.publish('/circle', (_, response) => response.writeHead(302, { location: '/circle' }).end())
    testServer.publish('/not-json', '{"items": [\0]}')

    const report = await testServer.fetchNews()
    expect(report).toMatchObject({ feeds: 11, failed: 9, created: 4 })
    const errors = new Map(report.errors.map(({ url, error }) => [new URL(url).pathname, error]))
    for (const [path, reason] of Object.entries(failing)) {
      expect.soft(errors.get(path), path).toMatch(reason)
      expect.soft(await testServer.feed(path)).toMatchObject({ failureCount: 1, lastError: errors.get(path) })
    }
  })

  it.each([
    ['its articles', 'articles', `new.title like '%report number 2'`],
    ['the identity keys of its articles', 'article_identities', `new.key like '%report%2'`],
    ['its own state, which is written last', 'feeds', `new.url like '%/refused' and new.last_error is null`],
  ])(
    'stores nothing from a feed if the database rejects %s, and records the failure',
    async (_, table, condition) => {
      await using testServer = await openFeedTestServer()
      for (const path of ['/good', '/refused', '/also-good']) await testServer.addFeed(path)
      testServer.publish('/good', rss(items(3)))
      testServer.publish('/refused', rss(items(3, 'report')))
      testServer.publish('/also-good', rss(items(3, 'column')))
      await testServer.database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$
      begin if ${condition} then raise 'no room for this'; end if; return new; end $$;
      create trigger refuse before insert or update on ${table} for each row execute function refuse()`)

      expect(await testServer.fetchNews()).toMatchObject({ feeds: 3, failed: 1, created: 6 })
      const error = "Its articles could not be ingested. The server's log states the cause."
      expect(await testServer.feed('/refused')).toMatchObject({
        failureCount: 1,
        lastError: error,
        lastSuccessAt: null,
      })
      const { rows } = await testServer.database.pool.query(
        `select from articles where title like '%report%' union all select from article_identities where key like '%report%'`,
      )
      expect(rows).toEqual([])

      await testServer.database.pool.query('drop function refuse cascade')
      testServer.wait(AN_HOUR)
      expect(await testServer.fetchNews()).toMatchObject({ failed: 0, created: 3 })
    },
  )

  it('records an internal error as a failure of that feed', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/fault')
    await testServer.addFeed('/good')
    testServer.publish('/good', rss(items(2)))
    const outbound = createOutbound({
      allowedPrivateHosts: new Set([testServer.server.host]),
      userAgent: 'Masthead',
    })
    const faulty: Outbound = {
      ...outbound,
      get: (address, request) =>
        address.endsWith('/fault')
          ? Promise.reject(new Error('a fault of ours'))
          : outbound.get(address, request),
    }
    const fetcher = createNewsFetcher({ database: testServer.database, drafts: itemDrafts, outbound: faulty })
    expect(await fetcher.fetchNews()).toMatchObject({ feeds: 2, failed: 1, created: 2 })
    expect(await testServer.feed('/fault')).toMatchObject({
      failureCount: 1,
      lastError: "Its articles could not be ingested. The server's log states the cause.",
    })
    await outbound.close()
  })
})
