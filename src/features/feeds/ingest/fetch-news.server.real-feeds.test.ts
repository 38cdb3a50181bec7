import { expect, it } from 'vitest'
import { listCategory } from '#features/articles/server/articles.server.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { missingFeeds, REAL_FEEDS, readRealFeed } from '#platform/testing/real-feeds.ts'
import { openFeedTestServer } from '../testing/feed-test-server.ts'

const ITEMS = {
  'bbc-news.rss': 50,
  'craigslist.rss': 25,
  'guardian.rss': 55,
  'heise.atom': 15,
  'instant-article.rss': 1,
  'uolNoticias.rss': 14,
}
const FILES = Object.keys(ITEMS)
const MISSING = missingFeeds(FILES)

const TAG_OR_ENTITY = /<\/?[a-z]|&#?\w+;/i
const MOJIBAKE = /\uFFFD|[ÃÂ][\u0080-\u00BF]/

it.skipIf(MISSING.length > 0)(
  `real feeds become clean articles, once (${MISSING.length > 0 ? `not in ${REAL_FEEDS}: ${MISSING.join(', ')}` : REAL_FEEDS})`,
  async () => {
    await using testServer = await openFeedTestServer()
    for (const file of FILES) {
      const bytes = readRealFeed(file)
      testServer.publish(`/${file}`, (_, response) => response.end(bytes))
      await testServer.addFeed(`/${file}`)
    }
    expect(await testServer.fetchNews()).toMatchObject({
      feeds: 6,
      failed: 0,
      created: 160,
      updated: 0,
      held: 0,
      duplicates: 0,
      errors: [],
    })
    for (const [file, count] of Object.entries(ITEMS)) {
      const { id } = await testServer.feed(`/${file}`)
      const stored = (await testServer.articles()).filter(({ feedId }) => feedId === id)
      expect.soft(stored, file).toHaveLength(count)
    }
    for (const { title, summary, author } of await testServer.articles()) {
      for (const text of [title, htmlToText(summary), author]) {
        expect.soft(text).not.toMatch(TAG_OR_ENTITY)
        expect.soft(text).not.toMatch(MOJIBAKE)
      }
    }
    expect((await listCategory(testServer.database.db, 'News')).articles).toHaveLength(24)

    testServer.wait(24 * 60)
    expect(await testServer.fetchNews()).toMatchObject({ feeds: 6, created: 0, updated: 0, failed: 0 })
    expect(await testServer.articles()).toHaveLength(160)
  },
)
