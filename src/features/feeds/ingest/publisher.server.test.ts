import { describe, expect, it } from 'vitest'
import { openFeedTestServer } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const page = (name: string) => `<html><head><meta property="og:site_name" content="${name}"></head></html>`
const feedOf = (site: string, stories = items(2)) =>
  rss(stories, { title: 'NYT > World News' }).replace('https://courier.example/</link>', `${site}</link>`)

describe('the publisher of a feed', () => {
  it('is the name of its website, which is requested once', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/feed')
    testServer.publish('/feed', feedOf(`${testServer.server.origin}/world`))
    testServer.publish('/world', (_, response) =>
      response.writeHead(200, HTML).end(page('The New York Times')),
    )
    await testServer.fetchNews()
    expect(await testServer.feed('/feed')).toMatchObject({
      title: 'NYT > World News',
      publisher: '',
      detectedPublisher: 'The New York Times',
    })
    testServer.publish('/feed', feedOf(`${testServer.server.origin}/world`, items(3)))
    testServer.wait(60)
    await testServer.fetchNews()
    expect((await testServer.articles()).map(({ sourceName }) => sourceName)).toEqual(
      Array(3).fill('The New York Times'),
    )
    expect(testServer.server.requests.filter(({ url }) => url === '/world')).toHaveLength(1)
  })

  it('is requested once for several feeds of a website', async () => {
    await using testServer = await openFeedTestServer()
    for (const path of ['/a', '/b', '/c']) {
      await testServer.addFeed(path)
      testServer.publish(path, feedOf(`${testServer.server.origin}/world`))
    }
    testServer.publish('/world', (_, response) => response.writeHead(200, HTML).end(page('The Courier')))
    await testServer.fetchNews()
    for (const path of ['/a', '/b', '/c'])
      expect(await testServer.feed(path)).toMatchObject({ detectedPublisher: 'The Courier' })
    expect(testServer.server.requests.filter(({ url }) => url === '/world')).toHaveLength(1)
  })

  it('renames the articles that were stored before it was detected', async () => {
    await using testServer = await openFeedTestServer()
    const feed = await testServer.addFeed('/feed')
    testServer.publish('/feed', feedOf(`${testServer.server.origin}/world`))
    await testServer.fetchNews()
    await testServer.database.pool.query('update feeds set detected_publisher = null')
    await testServer.database.pool.query(
      "insert into articles (title, source_name, feed_id, origin) values ('By agency', 'Reuters', $1, 'feed')",
      [feed.id],
    )
    testServer.publish('/world', (_, response) =>
      response.writeHead(200, HTML).end(page('The New York Times')),
    )
    testServer.wait(60)
    await testServer.fetchNews()
    expect((await testServer.articles()).map(({ sourceName }) => sourceName)).toEqual([
      'Reuters',
      'The New York Times',
      'The New York Times',
    ])
  })

  it('is the one that an editor has entered', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/feed')
    await testServer.database.pool.query("update feeds set publisher = 'Our name'")
    testServer.publish('/feed', feedOf(testServer.server.origin))
    testServer.publish('/', (_, response) => response.writeHead(200, HTML).end(page('Theirs')))
    await testServer.fetchNews()
    expect((await testServer.articles()).map(({ sourceName }) => sourceName)).toEqual([
      'Our name',
      'Our name',
    ])
  })

  it.each([
    ['is missing', (_, response) => response.writeHead(404).end()],
    [
      'is not HTML',
      (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(page('Text')),
    ],
    [
      'redirects to a private address',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    [
      'is endless',
      (_, response) => void response.writeHead(200, HTML).end(`${page('x')}${' '.repeat(6_000_000)}`),
    ],
    ['closes the connection', ({ socket }) => socket.destroy()],
  ] satisfies [string, Parameters<Awaited<ReturnType<typeof openFeedTestServer>>['publish']>[1]][])(
    'is a part of the feed’s title if the website %s',
    async (_, listener) => {
      await using testServer = await openFeedTestServer()
      await testServer.addFeed('/feed')
      testServer.publish('/feed', feedOf(`${testServer.server.origin}/world`))
      testServer.publish('/world', listener)
      expect(await testServer.fetchNews()).toMatchObject({ created: 2, failed: 0 })
      expect(await testServer.feed('/feed')).toMatchObject({ detectedPublisher: 'NYT > World News' })
    },
  )
})
