import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createOutbound } from '#platform/outbound.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { createNewsFetcher } from './fetch-news.server.ts'
import { openNewsDesk } from './testing/news-desk.ts'
import { items, rss } from './testing/rss.ts'

const AN_HOUR = 60

describe('a run: which feeds', () => {
  it('asks the enabled feeds that are due, and no other', async () => {
    await using desk = await openNewsDesk()
    for (const path of ['/due', '/later', '/off']) await desk.addFeed(path)
    await desk.database.pool.query(`update feeds set next_check_at = $1 where url like '%/later'`, [
      new Date(desk.clock.getTime() + 1),
    ])
    await desk.database.pool.query(`update feeds set enabled = false where url like '%/off'`)
    desk.publish('/due', rss(items(1)))
    expect(await desk.fetchNews()).toMatchObject({ feeds: 1, created: 1 })
    expect(desk.server.requests.map(({ url }) => url)).toEqual(['/due'])
  })

  it('notes of each feed when it was asked, whether it went well, and its title unless it has one', async () => {
    await using desk = await openNewsDesk()
    await desk.addFeed('/good')
    await desk.addFeed('/named')
    await desk.addFeed('/bad')
    await desk.database.pool.query(`update feeds set title = 'My name for it' where url like '%/named'`)
    desk.publish('/good', rss(items(1), { title: 'The Courier' }))
    desk.publish('/named', rss(items(1), { title: 'The Courier' }))
    await desk.fetchNews()
    const { clock } = desk
    expect(await desk.feed('/good')).toMatchObject({
      title: 'The Courier',
      lastCheckedAt: clock,
      lastSuccessAt: clock,
      failureCount: 0,
      lastError: null,
    })
    expect(await desk.feed('/named')).toMatchObject({ title: 'My name for it' })
    expect(await desk.feed('/bad')).toMatchObject({
      title: '',
      lastCheckedAt: clock,
      lastSuccessAt: null,
      failureCount: 1,
      lastError: 'The server answered with status 404.',
    })
  })

  it('stores nothing of a feed that is removed while it is asked', async () => {
    await using desk = await openNewsDesk()
    const feed = await desk.addFeed('/a')
    desk.publish('/a', (_, response) => {
      desk.database.pool
        .query('delete from feeds where id = $1', [feed.id])
        .then(() => response.end(rss(items(3))))
    })
    expect(await desk.fetchNews()).toMatchObject({ feeds: 1, created: 0, failed: 0 })
    expect(await desk.articles()).toEqual([])
  })
})

describe('a run: one feed’s failure is its own', () => {
  const laughs = `<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${rss(items(1))}`
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))

  it('reports each failed feed with its reason and stores the others', async () => {
    await using desk = await openNewsDesk()
    const failing = {
      '/web-page': /web page/,
      '/empty': /empty/,
      '/entity-bomb': /entities/,
      '/gzip-bomb': /10 MB/,
      '/cut': /closed the connection/,
      '/silent': /closed the connection/,
      '/error': /status 500/,
      '/circle': /circle/,
      '/not-json': /no feed/,
    }
    for (const path of ['/good', ...Object.keys(failing), '/also-good']) await desk.addFeed(path)
    desk.publish('/good', rss(items(2)))
    desk.publish('/also-good', rss(items(2, 'report')))
    desk.publish('/web-page', '<!doctype html><html><title>Sorry</title></html>')
    desk.publish('/empty', '')
    desk.publish('/entity-bomb', laughs)
    desk.publish('/gzip-bomb', (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    desk.publish('/cut', (_, response) => {
      response.writeHead(200, { 'content-length': 99_999 }).write('<rss>', () => response.destroy())
    })
    desk.publish('/silent', ({ socket }) => socket.destroy())
    desk.publish('/error', (_, response) => response.writeHead(500).end())
    desk.publish('/circle', (_, response) => response.writeHead(302, { location: '/circle' }).end())
    desk.publish('/not-json', '{"items": [\0]}')

    const report = await desk.fetchNews()
    expect(report).toMatchObject({ feeds: 11, failed: 9, created: 4 })
    const errors = new Map(report.errors.map(({ url, error }) => [new URL(url).pathname, error]))
    for (const [path, reason] of Object.entries(failing)) {
      expect.soft(errors.get(path), path).toMatch(reason)
      expect.soft(await desk.feed(path)).toMatchObject({ failureCount: 1, lastError: errors.get(path) })
    }
  })

  it.each([
    ['its articles', 'articles', `new.title like '%report number 2'`],
    ['the keys of its articles', 'article_identities', `new.key like '%report%2'`],
    ['its own state, written last', 'feeds', `new.url like '%/refused' and new.last_error is null`],
  ])('stores nothing of a feed when the database refuses %s, but notes it', async (_, table, condition) => {
    await using desk = await openNewsDesk()
    for (const path of ['/good', '/refused', '/also-good']) await desk.addFeed(path)
    desk.publish('/good', rss(items(3)))
    desk.publish('/refused', rss(items(3, 'report')))
    desk.publish('/also-good', rss(items(3, 'column')))
    await desk.database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$
      begin if ${condition} then raise 'no room for this'; end if; return new; end $$;
      create trigger refuse before insert or update on ${table} for each row execute function refuse()`)

    expect(await desk.fetchNews()).toMatchObject({ feeds: 3, failed: 1, created: 6 })
    const error = 'Its stories could not be taken in: no room for this'
    expect(await desk.feed('/refused')).toMatchObject({
      failureCount: 1,
      lastError: error,
      lastSuccessAt: null,
    })
    const { rows } = await desk.database.pool.query(
      `select from articles where title like '%report%' union all select from article_identities where key like '%report%'`,
    )
    expect(rows).toEqual([])

    await desk.database.pool.query(`drop trigger refuse on ${table}`)
    desk.wait(AN_HOUR)
    expect(await desk.fetchNews()).toMatchObject({ failed: 0, created: 3 })
  })
})

describe('a run: calls at the same time', () => {
  it('joins the calls in one process', async () => {
    await using desk = await openNewsDesk()
    await desk.addFeed('/a')
    desk.publish('/a', rss(items(2)))
    const reports = await Promise.all(Array.from({ length: 20 }, () => desk.fetchNews()))
    expect(new Set(reports).size).toBe(1)
    expect(reports[0]).toMatchObject({ feeds: 1, created: 2 })
    expect(desk.server.requests).toHaveLength(1)
    expect(await desk.fetchNews()).toMatchObject({ feeds: 0, created: 0 })
  })

  it('asks no feed twice when fetchers of the same database run at once', async () => {
    await using desk = await openNewsDesk()
    for (let number = 0; number < 12; number += 1) {
      await desk.addFeed(`/${number}`)
      desk.publish(`/${number}`, rss(items(2, `story-${number}`)))
    }
    const outbound = createOutbound({
      allowedPrivateHosts: new Set([desk.server.host]),
      userAgent: 'Masthead',
    })
    const others = [1, 2].map(() =>
      createNewsFetcher({ database: desk.database, outbound, now: () => desk.clock }),
    )
    const reports = await Promise.all([desk, ...others].map((fetcher) => fetcher.fetchNews()))
    expect(reports.map(({ feeds }) => feeds).sort()).toEqual([0, 0, 12])
    expect(desk.server.requests).toHaveLength(12)
    await outbound.close()
  })
})

describe('a run that ends early', () => {
  it('gives up what is under way when it is stopped, without holding it against the feed', async () => {
    await using desk = await openNewsDesk()
    await desk.addFeed('/slow')
    await desk.addFeed('/good')
    desk.publish('/good', rss(items(2)))
    const asked = Promise.withResolvers<void>()
    desk.publish('/slow', ({ socket }) => {
      asked.resolve()
      socket.on('close', () => left.resolve())
    })
    const left = Promise.withResolvers<void>()
    const outbound = createOutbound({
      allowedPrivateHosts: new Set([desk.server.host]),
      userAgent: 'Masthead',
    })
    const good = Promise.withResolvers<void>()
    const fetcher = createNewsFetcher({
      database: desk.database,
      outbound,
      now: () => desk.clock,
      onFeed: () => good.resolve(),
    })
    const run = fetcher.fetchNews()
    await Promise.all([asked.promise, good.promise])
    await fetcher.stop()
    expect(await run).toMatchObject({ feeds: 1, created: 2, failed: 0 })
    await left.promise
    expect(await desk.feed('/slow')).toMatchObject({
      failureCount: 0,
      lastCheckedAt: null,
      nextCheckAt: new Date(0),
    })
    await outbound.close()
  })

  it('rejects when the database is away', async () => {
    const database = await createTestDatabase()
    const outbound = createOutbound({ allowedPrivateHosts: new Set(), userAgent: 'Masthead' })
    const fetcher = createNewsFetcher({ database, outbound })
    await database.drop()
    await expect(fetcher.fetchNews()).rejects.toThrow(/does not exist/)
    await outbound.close()
  })

  it('ends when the database goes away in the middle, and asks no more feeds', async () => {
    await using desk = await openNewsDesk()
    const { pool } = desk.database
    const asked = Promise.withResolvers<void>()
    const away = Promise.withResolvers<void>()
    for (let number = 0; number < 30; number += 1) {
      await desk.addFeed(`/${number}`)
      desk.publish(`/${number}`, (_, response) => {
        asked.resolve()
        away.promise.then(() => response.end(rss(items(1))))
      })
    }
    const run = desk.fetchNews()
    await asked.promise
    await pool.query('alter table feeds rename to feeds_elsewhere')
    away.resolve()
    await expect(run).rejects.toThrow(/feeds/)
    expect(desk.server.requests.length).toBeLessThan(30)
  })
})
