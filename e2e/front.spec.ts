import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createContainer, emptyFront } from '../src/features/front/rules/front.ts'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expectWithinASecond } from './fixtures/expect-within-a-second.ts'
import { pinned, publishFront } from './fixtures/publish-front.ts'
import { expect, test } from './fixtures/test.ts'

const headlines = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading')
const section = (page: Page, name: string) => page.getByRole('region', { name })
const home = emptyFront('home')

test('a published front reaches an open home page: pins, containers in their order, and a withdrawal', async ({
  page,
  site,
}) => {
  const ids = await site.publish([
    ...stories(25),
    ...['Match', 'Cup', 'Race'].map((title) => ({ title, category: 'Sport' as const })),
  ])
  await page.goto('/')
  await expect(headlines(page).first()).toHaveText('Story 1')
  const hero = ids[19] ?? ''
  await publishFront(site, 'home', {
    places: pinned(home, [hero]),
    containers: [
      createContainer({ kind: 'section', id: randomUUID(), title: '', category: 'Sport' }),
      createContainer({ kind: 'newsletter', id: randomUUID(), title: '' }),
      createContainer({ kind: 'section', id: randomUUID(), title: 'In other news', category: 'News' }),
    ],
  })
  await expect(headlines(page).first()).toHaveText('Story 20')
  await expect(section(page, 'Sport').getByRole('article')).toHaveText([/Match/, /Cup/, /Race/])
  await expect(section(page, 'In other news').getByRole('article').first()).toContainText('Story 15')
  const titles = await headlines(page).allTextContents()
  expect(new Set(titles).size).toBe(titles.length)
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Latest Headlines',
    'Featured Stories',
    'More Stories',
    'Sport',
    'Newsletter',
    'In other news',
  ])
  await site.sql('delete from articles where id = $1', [hero])
  await expectWithinASecond(async () => {
    const html = await (await page.request.get('/')).text()
    expect(html).not.toContain('Story 20')
  })
  await expect(headlines(page).first()).toHaveText('Story 1')
})

test('a curated category leads with its pin without JavaScript, and is accessible in the dark', async ({
  page,
  site,
  browser,
}) => {
  const ids = await site.publish([
    ...stories(8).map((story) => ({ ...story, category: 'Politics' as const })),
    { title: '<b>Cup</b> & "final"', category: 'Sport', image_url: '/samples/sport-1.webp' },
  ])
  const plain = await browser.newPage({ javaScriptEnabled: false })
  for (const tab of [plain, page])
    await tab.route('**/media/**', (route) => route.fulfill({ path: 'samples/images/politics-1.webp' }))
  await publishFront(site, 'politics', {
    places: [{ articleId: ids[3] ?? '', pinnedUntil: null, title: '<img src=x> for the front' }],
    containers: [
      createContainer({ kind: 'section', id: randomUUID(), title: '<i>Sport</i>', category: 'Sport' }),
    ],
  })
  await expectWithinASecond(async () =>
    expect(await (await page.request.get('/politics')).text()).toContain('for the front'),
  )
  await plain.goto(`${site.url}/politics`)
  await expect(headlines(plain)).toHaveText([
    '<img src=x> for the front',
    '<b>Cup</b> & "final"',
    ...[1, 2, 3, 5, 6, 7, 8].map((n) => `Story ${n}`),
  ])
  await expect(section(plain, '<i>Sport</i>').getByRole('link', { name: '<i>Sport</i>' })).toHaveAttribute(
    'href',
    '/sport',
  )
  await plain.close()
  // Axe needs JavaScript.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/politics')
  await expectAccessible(page)
})

test('the breaking bar appears in the ticker of an open page, with its link, before breaking articles', async ({
  page,
  site,
}) => {
  await site.publish([{ title: 'Flood', is_breaking: true }])
  await page.goto('/contact')
  const ticker = page.getByRole('region', { name: 'Breaking news' })
  const show = (text: string, link: string | null) =>
    site.sql(
      `insert into breaking_bar (text, link, ends_at) values ($1, $2, now() + interval '1 hour')
       on conflict (id) do update set text = excluded.text, link = excluded.link`,
      [text, link],
    )
  await show('<b>Polls</b> close at ten', null)
  await expect(ticker.getByText('<b>Polls</b> close at ten')).toBeVisible()
  await show('Results', '/politics')
  await ticker.getByRole('link', { name: 'Results' }).click()
  await expect(page).toHaveURL(/\/politics$/)
  await ticker.getByRole('button', { name: 'Headline 2 of 2' }).click()
  await expect(ticker.getByRole('link', { name: 'Flood' })).toBeVisible()
})
