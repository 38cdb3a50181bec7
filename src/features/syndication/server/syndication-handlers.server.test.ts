import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { applyPlaceAndLanguage } from '#features/language/server/language.server.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { setDatabase } from '#platform/database/db.server.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import {
  handleAdsText,
  handleCollectionFeed,
  handleFeed,
  handleFollowingFeed,
  handleLlms,
  handleNewsSitemap,
  handleRobots,
  handleSecurityText,
  handleSitemap,
  handleSitemapIndex,
} from './syndication-handlers.server.ts'

const ID = 'b0000000-0000-4000-8000-000000000001'
const NOW = new Date('2026-11-21T12:00:00Z')

const database = await createTestDatabase()
beforeAll(async () => {
  setDatabase(database)
  setSiteOrigin({ SITE_URL: 'https://paper.example' }, 0)
  await database.pool.query(
    `insert into articles (id, title, content, category, published_at, updated_at)
     values ($1, 'Baths <reopen>', 'The water is warm.', 'Health', '2026-11-21T09:30:00Z', '2026-11-21T10:00:00Z')`,
    [ID],
  )
  await database.pool.query(
    `insert into authors (id, slug, name) values (gen_random_uuid(), 'ada', 'Ada <King>');
     insert into topics (id, slug, name) values (gen_random_uuid(), 'baths', 'Baths');
     insert into drafts (id, fields) values ('${ID}', '{"title": "", "author": "", "category": "Health"}');
     insert into article_topics (article_id, topic_id) select '${ID}', id from topics;
     update articles set byline = (
       select jsonb_build_array(jsonb_build_object('id', id, 'name', name, 'role', ''))::text from authors)`,
  )
})
afterAll(async () => {
  setDatabase(undefined)
  await database.drop()
})

describe('the content type and cache dependencies of each document', () => {
  it.each([
    ['the RSS feed', () => handleFeed('rss'), 'application/rss+xml', ['settings', 'articles']],
    ['the Atom feed', () => handleFeed('atom'), 'application/atom+xml', ['settings', 'articles']],
    ['the JSON feed', () => handleFeed('json'), 'application/feed+json', ['settings', 'articles']],
    [
      'the RSS feed of a category',
      () => handleFeed('rss', 'health'),
      'application/rss+xml',
      ['settings', 'category:Health'],
    ],
    [
      'the RSS feed of corrections',
      () => handleFeed('rss', 'corrections'),
      'application/rss+xml',
      ['settings', 'articles'],
    ],
    ['the sitemap index', handleSitemapIndex, 'application/xml', ['articles', 'authors', 'topics']],
    ['the sitemap of people', () => handleSitemap('authors'), 'application/xml', ['authors']],
    ['the sitemap of topics', () => handleSitemap('topics'), 'application/xml', ['topics']],
    [
      'the RSS feed of a person',
      () => handleCollectionFeed('rss', 'author', 'ada'),
      'application/rss+xml',
      ['settings', 'author:ada'],
    ],
    ['the sitemap of a month', () => handleSitemap('2026-11'), 'application/xml', ['articles']],
    ['the news sitemap', () => handleNewsSitemap(NOW), 'application/xml', ['settings', 'articles']],
    ['llms.txt', handleLlms, 'text/plain', ['settings']],
  ])('%s', async (_, answer, type, tags) => {
    const { result: response, tags: named } = await renderPageWithContext(answer)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
    expect(named).toEqual(new Set(tags))
    expect(await response.text()).toContain('https://paper.example/')
  })

  it.each(['rss', 'atom', 'json'] as const)('the %s feed of a topic names its people', async (format) => {
    const response = await handleCollectionFeed(format, 'topic', 'baths')
    const text = await response.text()
    expect(text).toContain('Ada <King>')
    expect(text).toContain('https://paper.example/topic/baths')
    expect(text).toContain('Baths | ')
    expect((await handleCollectionFeed(format, 'topic', 'none')).status).toBe(404)
  })

  it('robots.txt', async () => {
    const response = handleRobots()
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toContain('Sitemap: https://paper.example/sitemap.xml')
  })
})

describe('full text', () => {
  afterEach(() => database.pool.query("delete from site_settings where setting_name = 'feeds_full_text'"))

  it.each(['rss', 'atom', 'json'] as const)('is in the %s feed once the setting is on', async (format) => {
    const feed = async () => (await handleFeed(format, 'health')).text()
    expect(await feed()).not.toContain('The water is warm.')
    await database.pool.query("insert into site_settings values ('feeds_full_text', 'true')")
    expect(await feed()).toContain('The water is warm.')
    await database.pool.query(
      "update site_settings set setting_value = 'false' where setting_name = 'feeds_full_text'",
    )
    expect(await feed()).not.toContain('The water is warm.')
  })
})

describe('security.txt', () => {
  const setContactEmail = (address: string) =>
    database.pool.query("update site_settings set setting_value = $1 where setting_name = 'contact_email'", [
      address,
    ])
  afterEach(() => setContactEmail(''))

  it('contains the contact email of the settings, and is cached until the settings change', async () => {
    await setContactEmail('desk@paper.example')
    const { result: response, tags } = await renderPageWithContext(() => handleSecurityText(NOW))
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(tags).toEqual(new Set(['settings']))
    expect(await response.text()).toBe(
      [
        'Contact: mailto:desk@paper.example',
        'Expires: 2027-05-20T00:00:00.000Z',
        'Preferred-Languages: en',
        'Canonical: https://paper.example/.well-known/security.txt',
        '',
      ].join('\n'),
    )
  })

  it('prefers the security contact of the environment', async () => {
    await setContactEmail('desk@paper.example')
    const response = await handleSecurityText(NOW, 'https://paper.example/report')
    expect(await response.text()).toMatch(/^Contact: https:\/\/paper\.example\/report\n/)
  })

  it.each(['', 'desk at paper.example', 'desk@paper.example\nContact: mailto:a@evil.example'])(
    'is not found if the contact email is %j',
    async (address) => {
      await setContactEmail(address)
      expect((await handleSecurityText(NOW)).status).toBe(404)
    },
  )
})

describe('ads.txt', () => {
  const store = (text: string) =>
    database.pool.query(
      `insert into site_settings values ('ads_txt', $1)
       on conflict (setting_name) do update set setting_value = excluded.setting_value`,
      [text],
    )

  it('has the text of the settings, as plain text', async () => {
    await store('\n# <b>Ours</b>\ngoogle.com, pub-1, DIRECT\n\n')
    const { result: response, tags } = await renderPageWithContext(handleAdsText)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(tags).toEqual(new Set(['settings']))
    expect(await response.text()).toBe('# <b>Ours</b>\ngoogle.com, pub-1, DIRECT\n')
  })

  it('is not found while it is blank', async () => {
    await store(' \n')
    expect((await handleAdsText()).status).toBe(404)
  })
})

it('a feed has a Last-Modified header unless it is empty', async () => {
  const changed = (await handleFeed('rss')).headers.get('last-modified')
  expect(changed).toBe('Sat, 21 Nov 2026 10:00:00 GMT')
  expect((await handleFeed('rss', 'sport')).headers.has('last-modified')).toBe(false)
})

it('feeds have titles in the language of the newspaper', async () => {
  await database.pool.query(
    `insert into articles (title, category, sponsored_by, published_at)
     values ('A cruise', 'Travel', 'Acme', '2026-11-21T09:00:00Z')`,
  )
  applyPlaceAndLanguage({ ...DEFAULT_PLACE, locale: 'de-DE' })
  onTestFinished(async () => {
    applyPlaceAndLanguage(DEFAULT_PLACE)
    await database.pool.query(`delete from articles where title = 'A cruise'`)
  })
  const following = await handleFollowingFeed(
    new Request('https://paper.example/following/feed.xml?topics=baths'),
  )
  expect(await following.text()).toContain('<title>Ihre Themen | ')
  expect(await (await handleFeed('rss', 'corrections')).text()).toContain('<title>Korrekturen | ')
  const { items } = await (await handleFeed('json', 'travel')).json()
  expect(items).toMatchObject([{ title: 'Anzeige: gesponsert von Acme: A cruise' }])
})

it('the feed of corrections links to the articles', async () => {
  await database.pool.query(
    `insert into corrections (id, article_id, kind, text, at)
       values ($1, $1, 'retraction', 'The baths are closed.', '2026-11-22T08:00Z')`,
    [ID],
  )
  const { feed_url: address, items } = await (await handleFeed('json', 'Corrections')).json()
  expect(address).toBe('https://paper.example/corrections/feed.json')
  expect(items).toMatchObject([
    {
      title: 'Retraction: Baths <reopen>',
      url: `https://paper.example/article/${ID}/baths-reopen`,
      content_text: 'The baths are closed.',
      date_published: '2026-11-22T08:00:00.000Z',
    },
  ])
})

it('the index links to the sitemaps of static pages and of each month, which link to the pages', async () => {
  const addresses = async (response: Response) =>
    [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
  expect(await addresses(await handleSitemapIndex())).toEqual([
    'https://paper.example/sitemaps/pages.xml',
    'https://paper.example/sitemaps/authors.xml',
    'https://paper.example/sitemaps/topics.xml',
    'https://paper.example/sitemaps/2026-11.xml',
  ])
  const pages = await addresses(await handleSitemap('pages'))
  expect(pages).toHaveLength(17)
  expect(pages).toContain('https://paper.example/tv')
  for (const path of ['about', 'accessibility', 'corrections', 'privacy-policy'])
    expect(pages).toContain(`https://paper.example/${path}`)
  expect(await addresses(await handleSitemap('authors'))).toEqual(['https://paper.example/author/ada'])
  expect(await addresses(await handleSitemap('topics'))).toEqual(['https://paper.example/topic/baths'])
  expect(await addresses(await handleSitemap('2026-11'))).toEqual([
    `https://paper.example/article/${ID}/baths-reopen`,
  ])
  expect(await addresses(await handleNewsSitemap(NOW))).toEqual([
    `https://paper.example/article/${ID}/baths-reopen`,
  ])
})

it('leaves articles that are hidden, or were first published elsewhere, out of sitemaps, but not out of feeds', async () => {
  const other = '1b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
  for (const column of ['is_unlisted = true', "canonical_url = 'https://agency.example/1'"]) {
    await database.pool.query(
      `insert into articles (id, title, published_at) select $1, 'Hidden', published_at from articles limit 1`,
      [other],
    )
    await database.pool.query(`update articles set ${column} where id = $1`, [other])
    for (const response of [await handleSitemap('2026-11'), await handleNewsSitemap(NOW)]) {
      const text = await response.text()
      expect(text).toContain(ID)
      expect(text).not.toContain(other)
    }
    expect(await (await handleFeed('rss')).text()).toContain(`/article/${other}/hidden`)
    await database.pool.query('delete from articles where id = $1', [other])
  }
})

it.each([
  ['a feed of an unknown category', () => handleFeed('rss', 'weather')],
  ['a feed with an empty segment', () => handleFeed('rss', '')],
  ['a sitemap of a month without articles', () => handleSitemap('2026-10')],
  ['a part that does not exist in the month', () => handleSitemap('2026-11-2')],
  ['a sitemap of an invalid month', () => handleSitemap('2026-13')],
])('%s is not found', async (_, answer) => {
  expect((await answer()).status).toBe(404)
})
