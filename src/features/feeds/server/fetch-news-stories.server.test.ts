import { describe, expect, it } from 'vitest'
import { openFeedTestServer, START } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'

const AN_HOUR = 60
const [story = { title: '' }] = items(1)

describe('a run: new stories', () => {
  it('stores each item as an article in the category of its feed', async () => {
    await using desk = await openFeedTestServer()
    const feed = await desk.addFeed('/politics', 'Politics')
    desk.publish('/politics', rss(items(3)))
    expect(await desk.fetchNews()).toEqual({
      feeds: 1,
      notModified: 0,
      failed: 0,
      created: 3,
      updated: 0,
      duplicates: 0,
      errors: [],
    })
    const [first] = await desk.articles()
    expect(first).toMatchObject({
      title: 'The story number 1',
      summary: 'What happened in story number 1.',
      category: 'Politics',
      author: 'The Courier',
      sourceUrl: 'https://courier.example/story/1',
      sourceName: 'The Courier',
      origin: 'feed',
      feedId: feed.id,
      isBreaking: false,
      publishedAt: new Date('2026-11-20T12:00:00Z'),
      updatedAt: null,
    })
  })

  it('creates nothing on a second run with the same items', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    desk.publish('/a', rss(items(30)))
    await desk.fetchNews()
    desk.wait(AN_HOUR)
    expect(await desk.fetchNews()).toMatchObject({ feeds: 1, created: 0, updated: 0, duplicates: 0 })
    expect(await desk.articles()).toHaveLength(30)
  })

  it('makes relative links and images absolute', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    const more = '<media:thumbnail url="/images/1.jpg" width="600"/>'
    desk.publish('/a', rss([{ title: 'Relative', link: '/2026/relative', more }]))
    await desk.fetchNews()
    expect(await desk.articles()).toMatchObject([
      {
        sourceUrl: 'https://courier.example/2026/relative',
        imageUrl: 'https://courier.example/images/1.jpg',
      },
    ])
  })

  it('uses the time of the first fetch for missing and future dates', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    const [none, ahead] = items(2)
    desk.publish(
      '/a',
      rss([
        { ...none, title: 'No date', pubDate: undefined },
        { ...ahead, title: 'Tomorrow', pubDate: 'Sun, 22 Nov 2026 09:00:00 GMT' },
      ]),
    )
    await desk.fetchNews()
    desk.wait(AN_HOUR)
    expect(await desk.fetchNews()).toMatchObject({ created: 0, updated: 0 })
    const stored = await desk.articles()
    expect(stored.map(({ publishedAt }) => publishedAt)).toEqual([START, START])
  })

  it.each([
    ['literal NUL characters', 'A\0 storm'],
    ['NUL character references', 'A&#0; storm'],
    ['lone surrogate references', 'A&#xD83D; storm'],
    ['control characters', 'A\u0001\u0008 storm'],
  ])('strips %s, which PostgreSQL or browsers reject', async (_, written) => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a')
    const fields = { description: `${written} came`, link: 'https://courier.example/storm', guid: written }
    desk.publish('/a', rss([{ ...fields, title: written, more: `<author>${written}</author>` }, ...items(2)]))
    expect(await desk.fetchNews()).toMatchObject({ created: 3, errors: [] })
    const [stored] = await desk.articles()
    expect(stored?.title).toMatch(/^A\uFFFD? storm$/)
    desk.wait(AN_HOUR)
    expect(await desk.fetchNews()).toMatchObject({ created: 0, updated: 0, errors: [] })
  })

  it('strips characters that JSON can encode and PostgreSQL cannot store', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/a.json')
    const item = (id: string) =>
      `{"id": "${id}", "url": "https://courier.example/${id}", "title": "A \\u0000 storm \\ud83d ${id}",
        "summary": "It \\u0000 came \\udc00", "content_html": "<p>\\u0000 It came \\ud83d</p>", "tags": ["\\u0000"]}`
    const version = '"version": "https://jsonfeed.org/version/1.1", "title": "The \\u0000 Courier"'
    desk.publish('/a.json', `{${version}, "items": [${item('1')}, ${item('2\\u0000')}]}`)
    expect(await desk.fetchNews()).toMatchObject({ created: 2, errors: [] })
    expect((await desk.feed('/a.json')).title).toBe('The Courier')
    desk.wait(AN_HOUR)
    expect(await desk.fetchNews()).toMatchObject({ created: 0, updated: 0, errors: [] })
  })
})

describe('a run: one story in several feeds', () => {
  it('stores it once, however the feeds link to it', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/front')
    await desk.addFeed('/more')
    const link = 'https://courier.example/story/1'
    desk.publish('/front', rss([{ ...story, link }]))
    desk.publish('/more', rss([{ ...story, link: `${link}/?utm_source=rss&amp;at_medium=feed#top` }]))
    expect(await desk.fetchNews()).toMatchObject({ feeds: 2, created: 1, duplicates: 1, updated: 0 })
    expect(await desk.articles()).toHaveLength(1)
  })

  it('stores each story of 40 concurrent feeds once', async () => {
    await using desk = await openFeedTestServer()
    for (let number = 0; number < 40; number += 1) {
      await desk.addFeed(`/${number}`)
      desk.publish(`/${number}`, rss(items(10)))
    }
    expect(await desk.fetchNews()).toMatchObject({ feeds: 40, created: 10, duplicates: 390, failed: 0 })
    expect(await desk.articles()).toHaveLength(10)
  })

  it('uses the text of the first feed, so that two summaries never alternate', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/front')
    desk.publish('/front', rss([{ ...story, description: 'The summary of the front page.' }]))
    await desk.fetchNews()
    await desk.addFeed('/late')
    desk.publish('/late', rss([{ ...story, description: 'Another summary.' }]))
    for (let run = 0; run < 3; run += 1) {
      desk.wait(AN_HOUR)
      expect(await desk.fetchNews()).toMatchObject({ created: 0, updated: 0, duplicates: 1 })
    }
    expect(await desk.articles()).toMatchObject([{ summary: 'The summary of the front page.' }])
  })

  it('moves a story from the general feed to the category of a specific feed, once', async () => {
    await using desk = await openFeedTestServer()
    await desk.addFeed('/front', 'News')
    desk.publish('/front', rss([story]))
    await desk.fetchNews()
    await desk.addFeed('/sport', 'Sport')
    await desk.addFeed('/health', 'Health')
    desk.publish('/sport', rss([story]))
    await desk.fetchNews()
    expect(await desk.articles()).toMatchObject([
      { category: 'Sport', feedId: (await desk.feed('/sport')).id },
    ])
    desk.publish('/health', rss([story]))
    desk.wait(AN_HOUR)
    expect(await desk.fetchNews()).toMatchObject({ created: 0, updated: 0, duplicates: 2 })
    expect(await desk.articles()).toMatchObject([{ category: 'Sport' }])
  })

  it('reassigns the articles of a deleted feed to another feed', async () => {
    await using desk = await openFeedTestServer()
    const gone = await desk.addFeed('/gone')
    desk.publish('/gone', rss([story]))
    await desk.fetchNews()
    await desk.database.pool.query('delete from feeds where id = $1', [gone.id])
    const heir = await desk.addFeed('/heir')
    desk.publish('/heir', rss([{ ...story, title: 'Rewritten' }]))
    expect(await desk.fetchNews()).toMatchObject({ created: 0, updated: 1 })
    expect(await desk.articles()).toMatchObject([{ title: 'Rewritten', feedId: heir.id }])
  })
})
