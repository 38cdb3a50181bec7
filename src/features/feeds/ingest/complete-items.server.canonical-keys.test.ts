import { describe, expect, it } from 'vitest'
import { type FeedTestServer, openFeedTestServer } from '../testing/feed-test-server.ts'
import { rss } from '../testing/rss.ts'

const HTML = { 'content-type': 'text/html' }
const TITLE = 'The ferry is late'

/** The first feed has the article at /2026/ferry, the second at `path`, whose page declares `canonical`. */
async function fetchBoth(testServer: FeedTestServer, path: string, canonical: string | null) {
  const { origin } = testServer.server
  await testServer.addFeed('/one')
  testServer.publish('/one', rss([{ title: TITLE, link: `${origin}/2026/ferry`, guid: '1' }]))
  await testServer.fetchNews()
  await testServer.addFeed('/two')
  testServer.publish('/two', rss([{ title: `${TITLE} again`, link: origin + path, guid: 'two' }]))
  testServer.publish(path, (_, response) =>
    response.writeHead(200, HTML).end(canonical ? `<link rel="canonical" href="${canonical}">` : ''),
  )
  return testServer.fetchNews()
}
const requestsOf = ({ server }: FeedTestServer, path: string) =>
  server.requests.filter(({ url }) => url === path).length

describe('one article for the forms of its page', () => {
  it.each(['/2026/ferry?utm_source=rss', '/2026/ferry/amp', '/2026/ferry?print=1', '/amp/2026/ferry'])(
    'recognises %s by its address',
    async (path) => {
      await using testServer = await openFeedTestServer()
      expect(await fetchBoth(testServer, path, null)).toMatchObject({ created: 0, duplicates: 1 })
      expect(requestsOf(testServer, path)).toBe(0)
    },
  )

  it('recognises an AMP page with another address by its canonical address, requested once', async () => {
    await using testServer = await openFeedTestServer()
    expect(await fetchBoth(testServer, '/s/7/amp', '/2026/ferry')).toMatchObject({
      created: 0,
      duplicates: 1,
    })
    testServer.wait(60)
    await testServer.fetchNews()
    expect(await testServer.articles()).toMatchObject([{ title: TITLE }])
    expect(requestsOf(testServer, '/s/7/amp')).toBe(1)
  })

  it('distinguishes the parts of a page that declares one address for all', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/feed')
    const part = (number: number) => ({
      title: `Part ${number}`,
      link: `${testServer.server.origin}/s/7/amp#p${number}`,
    })
    testServer.publish('/feed', rss([part(1), part(2)]))
    testServer.publish('/s/7/amp', (_, response) =>
      response.writeHead(200, HTML).end('<link rel="canonical" href="/2026/live">'),
    )
    expect(await testServer.fetchNews()).toMatchObject({ created: 2 })
    testServer.publish('/feed', rss([part(3)]))
    testServer.wait(60)
    expect(await testServer.fetchNews()).toMatchObject({ created: 1, updated: 0 })
  })

  it('creates the article if its page fails, and does not request it again', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/feed')
    const link = `${testServer.server.origin}/s/7/amp`
    testServer.publish('/feed', rss([{ title: TITLE, link }]))
    testServer.publish('/s/7/amp', ({ socket }) => socket.destroy())
    expect(await testServer.fetchNews()).toMatchObject({ created: 1, failed: 0 })
    testServer.wait(60)
    expect(await testServer.fetchNews()).toMatchObject({ created: 0, failed: 0 })
    expect(requestsOf(testServer, '/s/7/amp')).toBe(1)
  })

  it('requests at most ten pages of a feed at once', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/feed')
    const stories = Array.from({ length: 30 }, (_, n) => ({
      title: `Story ${n}`,
      link: `${testServer.server.origin}/s/${n}/amp`,
    }))
    testServer.publish('/feed', rss(stories))
    expect(await testServer.fetchNews()).toMatchObject({ created: 30 })
    expect(testServer.server.requests.filter(({ url }) => url?.endsWith('/amp'))).toHaveLength(10)
  })
})
