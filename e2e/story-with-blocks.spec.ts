import { parseFeed } from 'feedsmith'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expectToFit } from './fixtures/expect-to-fit.ts'
import { htmlFaults } from './fixtures/html-faults.ts'
import { saveForOffline } from './fixtures/offline-cache.ts'
import { type Site, startSite } from './fixtures/site.ts'
import { test as base, expect } from './fixtures/test.ts'

/** The site has the sample edition, of which one story has every block. */
const test = base.extend<{ story: { id: string; title: string; path: string } }, { runningSite: Site }>({
  runningSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use, { workerIndex }) => {
      await using site = await startSite(`e2e_story_${workerIndex}`, { SAMPLE_EDITION: 'on' })
      await use(site)
    },
    { scope: 'worker' },
  ],
  site: async ({ runningSite }, use) => use(runningSite),
  story: async ({ site }, use) => {
    const [story] = await site.sql<{ id: string; title: string }>(
      "select id, title from articles where content like '%<figure%'",
    )
    if (!story) throw new Error('No story has blocks')
    await use({ ...story, path: `/article/${story.id}` })
  },
})

/** A passage of each block with words. */
const PASSAGES = [
  'Third class, and valid after all: the return half',
  'The stations of the branch',
  'Leasgill Junction',
  'no one would ever want to come here',
  'Maureen Aldwinckle, who had the first drill confiscated',
  'Passengers on the branch',
  'Source: the branch’s own ledgers',
  'Bats: 214, on the upper floor at Garsby',
  'The 10.20 crosses, drawn from memory',
  'The engine at Garsby',
  'The sleeper takes its time',
  'The upper dale',
  'To bed in London, up with the lochs',
]

test('the page is valid and accessible, has the data of the story for search engines, and prints its texts and images', async ({
  page,
  request,
  story,
}) => {
  const html = await (await request.get(story.path)).text()
  // An `aside` of an article is no landmark (ARIA in HTML).
  expect(await htmlFaults(html, 'unique-landmark')).toEqual([])
  for (const [width, colorScheme] of [
    [375, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.goto(story.path)
    await expectToFit(page)
    await expectAccessible(page)
  }
  for (const passage of PASSAGES) await expect(page.getByRole('main')).toContainText(passage)
  const [data] = await page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((all) => all.map(({ textContent }) => JSON.parse(textContent ?? '')))
  expect(JSON.stringify(data)).toContain('"NewsArticle"')
  expect(JSON.stringify(data)).toContain('"VideoObject"')

  await page.emulateMedia({ media: 'print' })
  for (const passage of PASSAGES)
    await expect(page.getByRole('main').getByText(passage).filter({ visible: true }).first()).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page has everything', async ({ page, story }) => {
    await page.goto(story.path)
    for (const passage of PASSAGES) await expect(page.getByRole('main')).toContainText(passage)
    const graphic = page.getByRole('img', { name: /Passengers on the branch/ })
    await expect(graphic).toBeVisible()
    await expect(page.locator('video')).toHaveAttribute('controls')
  })
})

test('feeds have the story as plain HTML, with addresses that work elsewhere', async ({
  site,
  request,
  story,
}) => {
  // The texts of other publishers are not passed on.
  await site.sql('update articles set source_url = null, source_name = null where id = $1', [story.id])
  await site.sql("insert into site_settings values ('feeds_full_text', 'true')")
  await site.set({})
  for (const path of ['/travel/feed.xml', '/travel/atom.xml', '/travel/feed.json']) {
    const { feed } = parseFeed(await (await request.get(path)).text())
    const items: object[] = ('entries' in feed ? feed.entries : 'items' in feed ? feed.items : []) ?? []
    const item = items.map((one) => JSON.stringify(one)).find((one) => one.includes(story.title)) ?? ''
    for (const passage of PASSAGES) expect(item, path).toContain(passage)
    expect(item).not.toMatch(/<(svg|button|dialog|script)/)
    const sources = [...item.matchAll(/ (?:src|href)=\\"([^"\\]+)/g)].map(([, source]) => source)
    expect(sources.length).toBeGreaterThan(5)
    for (const source of sources) expect(source).toMatch(/^https?:\/\//)
  }
})

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a saved copy has the text and the drawing', async ({ page, context, pageErrors, story }) => {
    pageErrors.allow(/net::ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch/)
    await page.goto('/')
    await saveForOffline(page, [story])
    await context.setOffline(true)
    await page.goto(story.path)
    for (const passage of PASSAGES) await expect(page.getByRole('main')).toContainText(passage)
    await expect(page.getByRole('img', { name: /Passengers on the branch/ })).toBeVisible()
    await context.setOffline(false)
  })
})

test('the editor opens the story with its blocks, and changes nothing', async ({ site, page, story }) => {
  await signIn(site, page.request)
  await page.goto(`/admin/articles?article=${story.id}`)
  const content = page.getByRole('textbox', { name: 'Content', exact: true })
  for (const passage of PASSAGES) await expect(content).toContainText(passage)
  await expect(content.locator('video')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Status:' })).toContainText('Published')
  await expect(page.getByText('with unpublished changes')).toHaveCount(0)
})
