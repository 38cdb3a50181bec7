import type { Locator, Page } from '@playwright/test'
import { REAL_FEEDS } from '../src/platform/testing/real-feeds.ts'
import { fetchNews } from './fixtures/fetch-news.ts'
import { hasRealFeeds, type RealFeed, serveRealFeed } from './fixtures/real-feeds.ts'
import { expect, test } from './fixtures/test.ts'

const FEEDS: RealFeed[] = [
  {
    file: 'bbc-news.rss',
    contentType: 'text/xml; charset=utf-8',
    category: 'News',
    // Four of its 54 items are duplicates.
    stories: 50,
    title: 'New video shows Liverpool library riot and police attack',
    published: '8 August 2024 at 19:38',
    author: '',
    source: 'BBC News',
    hasImage: true,
  },
  {
    file: 'guardian.rss',
    contentType: 'text/xml',
    category: 'Politics',
    stories: 55,
    title: "FBI has 'grave concerns' about Trump plan to release controversial memo",
    published: '31 January 2018 at 20:00',
    author: 'Tom McCarthy in New York',
    source: 'The Guardian',
    hasImage: true,
  },
  {
    file: 'heise.atom',
    contentType: 'application/atom+xml',
    category: 'Technology',
    stories: 15,
    title: 'Java-Anwendungsserver: Red Hat gibt WildFly 10 frei',
    published: '1 February 2016 at 16:22',
    author: 'heise online',
    source: 'heise developer',
    hasImage: true,
  },
  {
    file: 'craigslist.rss',
    contentType: 'application/rdf+xml',
    category: 'Money',
    stories: 25,
    title: 'Bright, Spacious Beautiful Victorian (oakland north / temescal) $4300 3bd 1930ft²',
    published: '21 June 2017 at 18:33',
    author: '',
    source: 'craigslist SF bay area',
    hasImage: true,
  },
  {
    file: 'uolNoticias.rss',
    contentType: 'application/rss+xml; charset=iso-8859-1',
    category: 'Travel',
    // One of its 15 items is a duplicate with another URL.
    stories: 14,
    title: 'Ibope: Bolsonaro perde de Haddad, Ciro e Alckmin em simulações de 2º turno',
    published: '24 September 2018 at 23:42',
    author: '',
    source: 'UOL Noticias',
    hasImage: true,
  },
  {
    file: 'instant-article.rss',
    contentType: 'application/rss+xml',
    category: 'TV',
    stories: 1,
    title: 'My first Instant Article',
    published: '4 May 2016 at 07:53',
    author: 'tobi',
    source: 'Instant Article Test',
    hasImage: false,
  },
]

/** Expects that the image is loaded and served by the site. */
async function expectShown(image: Locator): Promise<void> {
  await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await image.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname)).toMatch(
    /^\/media\//,
  )
}

/** Expects that the article of a feed is listed in its category and complete on its own page. */
async function expectComplete(page: Page, feed: RealFeed): Promise<void> {
  const list = await page.request.get(`/${feed.category.toLowerCase()}`)
  // A parsed document does not load the images of the other articles.
  const links = await page.evaluate(
    (html) =>
      Array.from(
        new DOMParser().parseFromString(html, 'text/html').querySelectorAll('main article a'),
        (link) => ({ name: link.textContent?.trim(), path: link.getAttribute('href') ?? '' }),
      ),
    await list.text(),
  )
  const named = links.filter(({ name }) => name === feed.title)
  expect(named).toEqual([{ name: feed.title, path: expect.stringMatching(/^\/article\//) }])

  await page.goto(named[0]?.path ?? '')
  const article = page.getByRole('main').getByRole('article').first()
  await expect(article.getByRole('heading', { level: 1 })).toHaveText(feed.title)
  await expect(article.getByText(feed.published)).toBeVisible()
  const byline = article.getByText(/^By /)
  if (feed.author) await expect(byline).toContainText(feed.author)
  else await expect(byline).toHaveCount(0)
  await expect(article.getByRole('region', { name: 'Original Source' }).getByRole('link')).toContainText(
    feed.source,
  )
  const images = article.getByRole('figure').locator('img')
  await expect(images).toHaveCount(feed.hasImage ? 1 : 0)
  if (feed.hasImage) await expectShown(images)
}

test.skip(!hasRealFeeds, `There are no feeds in ${REAL_FEEDS}: MASTHEAD_REAL_FEEDS says where they are.`)

test('six real feeds fill the front page and their categories with complete articles, and a second fetch creates no duplicates', async ({
  site,
  externalServer,
  page,
}) => {
  test.slow()
  for (const feed of FEEDS) await site.addFeed(serveRealFeed(externalServer, feed), feed.category)
  const created = FEEDS.reduce((sum, { stories }) => sum + stories, 0)
  expect(await fetchNews(site.url)).toMatchObject({ feeds: 6, failed: 0, created, errors: [] })
  for (const { category, stories } of FEEDS) {
    expect(await site.sql('select from articles where category = $1', [category]), category).toHaveLength(
      stories,
    )
  }

  await page.goto('/')
  const headlines = page.getByRole('region', { name: 'Latest Headlines' })
  await expect(headlines.getByRole('link')).toHaveText('Tebogo wins stunning 200m as Lyles is denied double')
  await expect(headlines.getByText('8 Aug 2024')).toBeVisible()
  await expectShown(headlines.locator('img'))
  // normalise-feed.real-feeds.test.ts tests the texts of all feeds.
  for (const feed of FEEDS.filter(({ file }) => /bbc|instant/.test(file)))
    await test.step(feed.file, () => expectComplete(page, feed))

  expect(await fetchNews(site.url), 'no feed is due yet').toMatchObject({ feeds: 0, created: 0 })
  await site.sql('update feeds set next_check_at = now()')
  expect(await fetchNews(site.url)).toMatchObject({ feeds: 6, failed: 0, created: 0, updated: 0 })
  expect(await site.sql('select from articles')).toHaveLength(created)
})
