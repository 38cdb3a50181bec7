import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { htmlToText } from '#kernel/text/html-text.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import { sanitiseBody } from '#platform/render/sanitise.server.ts'
import { articlePage, paragraphs } from '../testing/article-page.ts'
import { type FeedTestServer, openFeedTestServer } from '../testing/feed-test-server.ts'
import { rss } from '../testing/rss.ts'
import { readFullTexts } from './complete-items.server.ts'
import { createFeedReader } from './feed-reader.server.ts'
import type { ItemWithHash } from './hash-item.server.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const SUMMARY = 'What the council has decided.'
const MINUTES_PER_HOUR = 60

const titleOf = (number: number) => `Council decision ${String(number).padStart(2, '0')} about bridges`
const textOf = (number: number) => htmlToText(paragraphs(titleOf(number)))

type Story = { title?: string; description?: string; more?: string }

/** A feed with the setting on, and the pages /story/1 and so on. */
async function openSite(count: number, { fullText = true, stories = {} as Record<number, Story> } = {}) {
  const testServer = await openFeedTestServer()
  await testServer.addFeed('/feed')
  await testServer.database.pool.query('update feeds set full_text = $1', [fullText])
  const publishFeed = (changes: Record<number, Story> = {}) =>
    testServer.publish(
      '/feed',
      rss(
        Array.from({ length: count }, (_, index) => ({
          title: titleOf(index + 1),
          link: `${testServer.server.origin}/story/${index + 1}`,
          guid: `story-${index + 1}`,
          description: SUMMARY,
          pubDate: new Date(Date.UTC(2026, 10, 20, 12, -index)).toUTCString(),
          ...stories[index + 1],
          ...changes[index + 1],
        })),
      ),
    )
  publishFeed()
  for (let number = 1; number <= count; number += 1)
    publishPage(testServer, number, articlePage(titleOf(number)))
  return Object.assign(testServer, {
    publishFeed,
    async fetchAgain() {
      testServer.wait(MINUTES_PER_HOUR)
      return testServer.fetchNews()
    },
    async texts() {
      return (await testServer.articles()).map(({ content }) => htmlToText(content))
    },
    pagesRequested: () => testServer.server.requests.filter(({ url }) => url?.startsWith('/story/')).length,
  })
}

function publishPage(testServer: FeedTestServer, number: number, page: string | RequestListener): void {
  const listener: RequestListener =
    typeof page === 'string' ? (_, response) => response.writeHead(200, HTML).end(page) : page
  testServer.publish(`/story/${number}`, listener)
}

afterEach(() => void vi.restoreAllMocks())

describe('the full text of articles', () => {
  it('is not fetched by default', async () => {
    await using site = await openSite(2, { fullText: false })
    expect(await site.fetchNews()).toMatchObject({ created: 2 })
    expect(await site.texts()).toEqual([SUMMARY, SUMMARY])
    expect(site.pagesRequested()).toBe(0)
  })

  it('is fetched once, for items with only a summary, and keeps the link to the source', async () => {
    const whole = `<content:encoded><![CDATA[${paragraphs('From the feed')}]]></content:encoded>`
    await using site = await openSite(3, { stories: { 2: { more: whole } } })
    expect(await site.fetchNews()).toMatchObject({ created: 3, failed: 0 })
    expect(await site.texts()).toEqual([textOf(1), htmlToText(paragraphs('From the feed')), textOf(3)])
    expect((await site.articles())[0]).toMatchObject({
      title: titleOf(1),
      summary: SUMMARY,
      sourceUrl: `${site.server.origin}/story/1`,
      sourceName: 'The Courier',
      origin: 'feed',
    })
    expect(site.pagesRequested()).toBe(2)
    expect(await site.fetchAgain()).toMatchObject({ feeds: 1, created: 0, updated: 0 })
    expect(site.pagesRequested()).toBe(2)
    expect((await site.texts())[0]).toBe(textOf(1))
  })

  it('is sanitised as the text of feeds is', async () => {
    await using site = await openSite(1)
    const hostile = '<p onclick="run()">A <a href="javascript:run()">link</a></p><script>run()</script>'
    publishPage(site, 1, articlePage(titleOf(1), paragraphs(titleOf(1)) + hostile))
    await site.fetchNews()
    const [article] = await site.articles()
    expect(article?.content).toContain('part 8')
    expect(sanitiseBody(article?.content ?? '')).not.toMatch(/run\(\)|onclick|readability/)
  })

  it('is fetched again for changed items only, and stays stored if that fails', async () => {
    await using site = await openSite(2)
    await site.fetchNews()
    site.publishFeed({ 1: { description: 'Now corrected.' } })
    publishPage(site, 1, articlePage(titleOf(1), paragraphs('Corrected council decision about bridges')))
    expect(await site.fetchAgain()).toMatchObject({ updated: 1 })
    expect((await site.texts())[0]).toBe(htmlToText(paragraphs('Corrected council decision about bridges')))
    expect(site.pagesRequested()).toBe(3)

    publishPage(site, 1, (_, response) => response.writeHead(503).end())
    site.publishFeed({ 1: { description: 'Corrected again.' } })
    expect(await site.fetchAgain()).toMatchObject({ updated: 1 })
    expect((await site.texts())[0]).toBe(htmlToText(paragraphs('Corrected council decision about bridges')))
    expect((await site.articles())[0]).toMatchObject({ summary: 'Corrected again.' })
    expect(site.pagesRequested()).toBe(4)
  })

  it('is fetched for ten pages of a feed in a run, and for the others in the next ones', async () => {
    await using site = await openSite(12)
    const { origin } = site.server
    const feedRequests = () => site.server.requests.filter(({ url }) => url === '/feed')
    const document = rss(
      Array.from({ length: 12 }, (_, index) => ({
        title: titleOf(index + 1),
        link: `${origin}/story/${index + 1}`,
        description: SUMMARY,
      })),
    )
    site.publish('/feed', ({ headers }, response) =>
      headers['if-none-match']
        ? response.writeHead(304).end()
        : response.writeHead(200, { 'content-type': 'text/xml', etag: '"1"' }).end(document),
    )
    expect(await site.fetchNews()).toMatchObject({ created: 12 })
    expect(site.pagesRequested()).toBe(10)
    expect((await site.texts()).filter((text) => text === SUMMARY)).toHaveLength(2)

    expect(await site.fetchAgain()).toMatchObject({ created: 0, updated: 2, notModified: 0 })
    expect(await site.texts()).toEqual(Array.from({ length: 12 }, (_, index) => textOf(index + 1)))
    expect((await site.articles()).map(({ updatedAt }) => updatedAt)).toEqual(Array(12).fill(null))

    await site.fetchAgain()
    expect(await site.fetchAgain()).toMatchObject({ notModified: 1 })
    expect(site.pagesRequested()).toBe(12)
    expect(feedRequests()).toHaveLength(4)
  })

  it('is fetched for no more pages than the run may still request', async () => {
    const stories = Array.from(
      { length: 4 },
      (_, index) => ({ isSummary: true, sourceUrl: `https://courier.example/${index}` }) as ItemWithHash,
    )
    const get = vi.fn<Outbound['get']>(async (url) => ({
      kind: 'http-error',
      status: 404,
      url,
      retryAfter: null,
    }))
    const reader = createFeedReader()
    const budget = { pages: 2 }
    const { signal } = new AbortController()
    const outbound = { get, close: async () => {} }
    const texts = await readFullTexts(stories, { outbound, reader, signal, budget })
    expect([...texts.values()]).toEqual([null, null])
    expect(get).toHaveBeenCalledTimes(2)
    expect(budget).toEqual({ pages: 0 })
  })

  it('leaves a publisher alone after three failures', async () => {
    await using site = await openSite(5)
    for (let number = 1; number <= 5; number += 1)
      publishPage(site, number, (_, response) => response.writeHead(429).end())
    await site.fetchNews()
    expect(site.pagesRequested()).toBe(3)
    await site.fetchAgain()
    await site.fetchAgain()
    expect(site.pagesRequested()).toBe(5)
    expect(await site.texts()).toEqual(Array(5).fill(SUMMARY))
  })

  it('is not fetched for articles of editors and deleted ones', async () => {
    await using site = await openSite(2)
    await site.fetchNews()
    await site.database.pool.query(`update articles set origin = 'editor', feed_id = null where title = $1`, [
      titleOf(1),
    ])
    await site.database.pool.query('delete from articles where title = $1', [titleOf(2)])
    site.publishFeed({ 1: { description: 'Changed.' }, 2: { description: 'Changed.' } })
    await site.fetchAgain()
    expect(site.pagesRequested()).toBe(2)
  })

  it('stays stored when the feed is deleted and added again', async () => {
    await using site = await openSite(1)
    await site.fetchNews()
    await site.database.pool.query('delete from feeds')
    await site.addFeed('/feed')
    await site.database.pool.query('update feeds set full_text = true')
    expect(await site.fetchNews()).toMatchObject({ updated: 1 })
    expect(await site.texts()).toEqual([textOf(1)])
    expect(site.pagesRequested()).toBe(1)
  })

  it.each<[string, RequestListener]>([
    ['is missing', (_, response) => response.writeHead(404).end()],
    [
      'is not HTML',
      (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
    ],
    ['is larger than 5 MB', (_, response) => response.writeHead(200, HTML).end(' '.repeat(6_000_000))],
    ['redirects in a loop', ({ url }, response) => response.writeHead(302, { location: url }).end()],
    ['redirects endlessly', (_, response) => response.writeHead(302, { location: '/hop/1' }).end()],
    [
      'redirects to a private address',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['closes the connection', ({ socket }) => void socket.destroy()],
    [
      'has 100,000 nested elements',
      (_, response) =>
        response
          .writeHead(200, HTML)
          .end(articlePage(titleOf(1), '<div>'.repeat(100_000) + paragraphs(titleOf(1)))),
    ],
    [
      'asks for consent',
      (_, response) =>
        response.writeHead(200, HTML).end(articlePage('Your privacy', paragraphs('We value your choice'))),
    ],
  ])('is the summary if the page %s', async (_, listener) => {
    await using site = await openSite(2)
    site.publish('/story/1', listener)
    for (let hop = 1; hop <= 9; hop += 1)
      site.publish(`/hop/${hop}`, (_, response) =>
        response.writeHead(302, { location: `/hop/${hop + 1}` }).end(),
      )
    expect(await site.fetchNews()).toMatchObject({ created: 2, failed: 0, errors: [] })
    expect(await site.texts()).toEqual([SUMMARY, textOf(2)])
    expect(await site.fetchAgain()).toMatchObject({ created: 0, updated: 0 })
    expect(site.pagesRequested()).toBe(2)
  })

  it('is the summary if the page is slow, and does not hold up the feed', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    let limit = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 15_000 ? limit.signal : timeout(ms)))
    await using site = await openSite(2)
    publishPage(site, 1, (_, response) => {
      response.writeHead(200, HTML).write('<p>')
      limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    })
    expect(await site.fetchNews()).toMatchObject({ created: 2, failed: 0 })
    expect(await site.texts()).toEqual([SUMMARY, SUMMARY])
    expect(site.pagesRequested()).toBe(1)
    limit = new AbortController()
    expect(await site.fetchAgain()).toMatchObject({ updated: 1 })
    expect(await site.texts()).toEqual([SUMMARY, textOf(2)])
    expect(site.pagesRequested()).toBe(2)
  })
})
