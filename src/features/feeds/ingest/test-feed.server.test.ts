import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type FeedTestServer, openFeedTestServer } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'

const image = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer()

describe('testFeed', () => {
  it('previews the articles of a feed, newest first, and stores nothing', async () => {
    await using testServer = await openFeedTestServer()
    const enclosure = (path: string) =>
      `<media:content url="${testServer.server.origin}${path}" medium="image"/>`
    const [first, ...others] = items(8)
    testServer.publish(
      '/feed',
      rss([
        {
          title: 'Undated &amp; first',
          link: 'https://courier.example/x',
          description: '<b>Bold</b> words',
          more: '<dc:creator>Ada</dc:creator><category>Local</category>',
        },
        { ...others[0], title: 'Broken image', more: enclosure('/missing.jpg') },
        ...others.slice(1).toReversed(),
        { title: 'Illustrated', ...first, more: enclosure('/image.jpg') },
      ]),
    )
    testServer.publish('/image.jpg', (_, response) => response.end(image))
    const tried = await testServer.fetcher.testFeed(` ${testServer.server.origin}/feed#top`)
    expect(tried).toMatchObject({
      kind: 'feed',
      address: `${testServer.server.origin}/feed`,
      title: 'The Courier',
      format: 'rss',
      damage: expect.stringMatching(/^damaged, 9 items read: line \d+: unbound namespace prefix/),
      count: 9,
      summaries: 9,
      newest: [
        {
          title: 'The story number 1',
          isDated: true,
          image: { thumbnail: expect.stringMatching(/^data:image\/webp;base64,[\w+/=]{50,}$/) },
        },
        {
          title: 'Undated & first',
          summary: 'Bold words',
          isDated: false,
          author: 'Ada',
          topics: ['Local'],
          link: 'https://courier.example/x',
          image: null,
        },
        { title: 'Broken image', image: { thumbnail: null } },
        { title: 'The story number 3' },
        { title: 'The story number 4' },
      ],
    })
    expect(await testServer.articles()).toEqual([])
    expect((await testServer.database.pool.query('select from feeds')).rowCount).toBe(0)
  })

  it('finds the feeds linked from a web page', async () => {
    await using testServer = await openFeedTestServer()
    testServer.publish(
      '/',
      '<html><head><link rel="alternate" type="application/rss+xml" title="All" href="/feed"></head></html>',
    )
    expect(await testServer.fetcher.testFeed(`${testServer.server.origin}/`)).toEqual({
      kind: 'page',
      feeds: [{ url: `${testServer.server.origin}/feed`, title: 'All' }],
    })
  })

  it.each<[string, (testServer: FeedTestServer) => string, reason: string | RegExp]>([
    ['text that is not a URL', () => 'courier', '"courier" is not an http or https address.'],
    ['a private address', () => 'http://127.0.0.1:1/', /not a public|private|address/i],
    ['a page without feeds', ({ server }) => `${server.origin}/page`, 'This is a web page, not a feed.'],
    ['nothing', ({ server }) => `${server.origin}/missing`, 'The server responded with status 404.'],
  ])('returns the reason for rejecting %s', async (_, address, reason) => {
    await using testServer = await openFeedTestServer()
    testServer.publish('/page', '<html></html>')
    expect(await testServer.fetcher.testFeed(address(testServer))).toEqual({
      kind: 'failed',
      reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
    })
  })
})

describe('refresh', () => {
  it('fetches all enabled feeds, due or not, or one feed by its id', async () => {
    await using testServer = await openFeedTestServer()
    const [a] = await Promise.all(['/a', '/b', '/off'].map((path) => testServer.addFeed(path)))
    await testServer.database.pool.query(`update feeds set enabled = url not like '%off'`)
    testServer.publish('/a', rss(items(2, 'a')))
    testServer.publish('/b', rss(items(1, 'b')))
    expect(await testServer.fetchNews()).toMatchObject({ feeds: 2, created: 3 })
    const { fetcher } = testServer
    testServer.wait(2)
    testServer.publish('/a', rss(items(3, 'a')))
    testServer.publish('/b', (_, response) => response.writeHead(500).end())
    const requestsBefore = testServer.server.requests.length
    expect(await fetcher.fetchNews()).toMatchObject({ feeds: 0 })
    const all = await Promise.all([fetcher.refresh('all'), fetcher.refresh('all')])
    expect(all[0]).toBe(all[1])
    expect(all[0]).toMatchObject({
      feeds: 2,
      created: 1,
      failed: 1,
      errors: [{ error: expect.stringContaining('500') }],
    })
    expect(testServer.server.requests.length - requestsBefore).toBe(2)
    expect(await fetcher.refresh({ feedId: a?.id ?? '' })).toMatchObject({ feeds: 1, created: 0, failed: 0 })
  })
})
