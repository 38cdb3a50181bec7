import { describe, expect, it } from 'vitest'
import { openFeedTestServer, START } from '../testing/feed-test-server.ts'
import { items, rss } from '../testing/rss.ts'

const AN_HOUR = 60
const [story = { title: '' }] = items(1)

describe('a run: new articles', () => {
  it('stores each item as an article in the category of its feed', async () => {
    await using testServer = await openFeedTestServer()
    const feed = await testServer.addFeed('/politics', 'Politics')
    testServer.publish('/politics', rss(items(3)))
    expect(await testServer.fetchNews()).toEqual({
      feeds: 1,
      notModified: 0,
      failed: 0,
      created: 3,
      updated: 0,
      held: 0,
      duplicates: 0,
      errors: [],
    })
    const [first] = await testServer.articles()
    expect(first).toMatchObject({
      title: 'The story number 1',
      summary: 'What happened in story number 1.',
      category: 'Politics',
      author: '',
      sourceUrl: 'https://courier.example/story/1',
      sourceName: 'The Courier',
      origin: 'feed',
      feedId: feed.id,
      isBreaking: false,
      publishedAt: new Date('2026-11-20T12:00:00Z'),
      updatedAt: null,
    })
  })

  it('stores the language that the feed states, which editors may change', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    const given = items(1)
    const german = { channel: '<language>de-at</language>' }
    testServer.publish('/a', rss(given, german))
    await testServer.fetchNews()
    const languages = async () => (await testServer.articles()).map(({ language }) => language)
    expect(await languages()).toEqual(['de-AT'])
    await testServer.database.pool.query("update articles set language = 'de-CH'")
    testServer.wait(AN_HOUR)
    testServer.publish('/a', rss([{ title: 'A new headline', ...given[0], description: 'New.' }], german))
    expect(await testServer.fetchNews()).toMatchObject({ updated: 1 })
    expect(await languages()).toEqual(['de-CH'])
  })

  it('creates nothing on a second run with the same items', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    testServer.publish('/a', rss(items(30)))
    await testServer.fetchNews()
    testServer.wait(AN_HOUR)
    expect(await testServer.fetchNews()).toMatchObject({
      feeds: 1,
      created: 0,
      updated: 0,
      held: 0,
      duplicates: 0,
    })
    expect(await testServer.articles()).toHaveLength(30)
  })

  it('makes relative links and images absolute', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    const description = '<media:description>A ferry</media:description>'
    const more = `<media:content url="/images/1.jpg" medium="image">${description}</media:content>`
    testServer.publish('/a', rss([{ title: 'Relative', link: '/2026/relative', more }]))
    await testServer.fetchNews()
    expect(await testServer.articles()).toMatchObject([
      {
        sourceUrl: 'https://courier.example/2026/relative',
        imageUrl: 'https://courier.example/images/1.jpg',
        imageAlt: 'A ferry',
      },
    ])
  })

  it('uses the time of the first fetch for missing and future dates', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    const [none, ahead] = items(2)
    testServer.publish(
      '/a',
      rss([
        { ...none, title: 'No date', pubDate: undefined },
        { ...ahead, title: 'Tomorrow', pubDate: 'Sun, 22 Nov 2026 09:00:00 GMT' },
      ]),
    )
    await testServer.fetchNews()
    testServer.wait(AN_HOUR)
    expect(await testServer.fetchNews()).toMatchObject({ created: 0, updated: 0 })
    const stored = await testServer.articles()
    expect(stored.map(({ publishedAt }) => publishedAt)).toEqual([START, START])
  })

  it('publishes an item of a future date once', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    const [ahead] = items(1)
    testServer.publish('/a', rss([{ title: '', ...ahead, pubDate: 'Sat, 21 Nov 2026 09:30:00 GMT' }]))
    expect(await testServer.fetchNews()).toMatchObject({ created: 1 })
    for (const _ of [1, 2, 3]) {
      testServer.wait(AN_HOUR)
      expect(await testServer.fetchNews()).toMatchObject({ created: 0, updated: 0 })
    }
    expect(await testServer.articles()).toMatchObject([
      { publishedAt: START, isDated: false, updatedAt: null },
    ])
  })

  it.each([
    ['of one second', 'Fri, 20 Nov 2026 10:00:00 GMT'],
    ['without dates', undefined],
  ])('lists 500 items %s in the order of their feed', async (_, pubDate) => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    const given = items(500).map((item) => ({ ...item, pubDate }))
    testServer.publish('/a', rss(given))
    await testServer.fetchNews()
    const { rows } = await testServer.database.pool.query(
      'select title from articles order by published_at desc, id desc',
    )
    expect(rows).toEqual(given.map(({ title }) => ({ title })))
  })

  it.each([
    ['literal NUL characters', 'A\0 storm'],
    ['NUL character references', 'A&#0; storm'],
    ['lone surrogate references', 'A&#xD83D; storm'],
    ['control characters', 'A\u0001\u0008 storm'],
  ])('strips %s, which PostgreSQL or browsers reject', async (_, written) => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a')
    const fields = { description: `${written} came`, link: 'https://courier.example/storm', guid: written }
    testServer.publish(
      '/a',
      rss([{ ...fields, title: written, more: `<author>${written}</author>` }, ...items(2)]),
    )
    expect(await testServer.fetchNews()).toMatchObject({ created: 3, errors: [] })
    const [stored] = await testServer.articles()
    expect(stored?.title).toMatch(/^A\uFFFD? storm$/)
    testServer.wait(AN_HOUR)
    expect(await testServer.fetchNews()).toMatchObject({ created: 0, updated: 0, errors: [] })
  })

  it('strips characters that JSON can encode and PostgreSQL cannot store', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/a.json')
    const item = (id: string) =>
      `{"id": "${id}", "url": "https://courier.example/${id}", "title": "A \\u0000 storm \\ud83d ${id}",
        "summary": "It \\u0000 came \\udc00", "content_html": "<p>\\u0000 It came \\ud83d</p>", "tags": ["\\u0000"]}`
    const version = '"version": "https://jsonfeed.org/version/1.1", "title": "The \\u0000 Courier"'
    testServer.publish('/a.json', `{${version}, "items": [${item('1')}, ${item('2\\u0000')}]}`)
    expect(await testServer.fetchNews()).toMatchObject({ created: 2, errors: [] })
    expect((await testServer.feed('/a.json')).title).toBe('The Courier')
    testServer.wait(AN_HOUR)
    expect(await testServer.fetchNews()).toMatchObject({ created: 0, updated: 0, errors: [] })
  })
})

describe('a run: one story in several feeds', () => {
  it('stores it once, however the feeds link to it', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/front')
    await testServer.addFeed('/more')
    const link = 'https://courier.example/story/1'
    testServer.publish('/front', rss([{ ...story, link }]))
    testServer.publish('/more', rss([{ ...story, link: `${link}/?utm_source=rss&amp;at_medium=feed#top` }]))
    expect(await testServer.fetchNews()).toMatchObject({ feeds: 2, created: 1, duplicates: 1, updated: 0 })
    expect(await testServer.articles()).toHaveLength(1)
  })

  it('stores each story of 40 concurrent feeds once', async () => {
    await using testServer = await openFeedTestServer()
    for (let number = 0; number < 40; number += 1) {
      await testServer.addFeed(`/${number}`)
      testServer.publish(`/${number}`, rss(items(10)))
    }
    expect(await testServer.fetchNews()).toMatchObject({ feeds: 40, created: 10, duplicates: 390, failed: 0 })
    expect(await testServer.articles()).toHaveLength(10)
  })

  it('uses the text of the first feed, so that two summaries never alternate', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/front')
    testServer.publish('/front', rss([{ ...story, description: 'The summary of the front page.' }]))
    await testServer.fetchNews()
    await testServer.addFeed('/late')
    testServer.publish('/late', rss([{ ...story, description: 'Another summary.' }]))
    for (let run = 0; run < 3; run += 1) {
      testServer.wait(AN_HOUR)
      expect(await testServer.fetchNews()).toMatchObject({ created: 0, updated: 0, held: 0, duplicates: 1 })
    }
    expect(await testServer.articles()).toMatchObject([{ summary: 'The summary of the front page.' }])
  })

  it('moves a story from the general feed to the category of a specific feed, once', async () => {
    await using testServer = await openFeedTestServer()
    await testServer.addFeed('/front', 'News')
    testServer.publish('/front', rss([story]))
    await testServer.fetchNews()
    await testServer.addFeed('/sport', 'Sport')
    await testServer.addFeed('/health', 'Health')
    testServer.publish('/sport', rss([story]))
    await testServer.fetchNews()
    expect(await testServer.articles()).toMatchObject([
      { category: 'Sport', feedId: (await testServer.feed('/front')).id },
    ])
    testServer.publish('/health', rss([story]))
    testServer.wait(AN_HOUR)
    expect(await testServer.fetchNews()).toMatchObject({ created: 0, updated: 0, held: 0, duplicates: 2 })
    expect(await testServer.articles()).toMatchObject([{ category: 'Sport' }])
  })

  it('reassigns the articles of a deleted feed to another feed', async () => {
    await using testServer = await openFeedTestServer()
    const gone = await testServer.addFeed('/gone')
    testServer.publish('/gone', rss([story]))
    await testServer.fetchNews()
    await testServer.database.pool.query('delete from feeds where id = $1', [gone.id])
    const heir = await testServer.addFeed('/heir')
    testServer.publish('/heir', rss([{ ...story, title: 'Rewritten' }]))
    expect(await testServer.fetchNews()).toMatchObject({ created: 0, updated: 1 })
    expect(await testServer.articles()).toMatchObject([{ title: 'Rewritten', feedId: heir.id }])
  })
})
