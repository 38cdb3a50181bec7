import type { Locator, Page } from '@playwright/test'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'

const headlinesOf = (page: Page, section: string) =>
  page.getByRole('region', { name: section }).getByRole('heading', { level: 3 }).filter({ visible: true })

const names = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `Story ${first + index}`)

test('the newest article is the lead, the next four are featured, and the rest follow, at any width', async ({
  site,
  page,
}) => {
  const [, second] = await site.publish(stories(20))
  await page.goto('/')
  await test.step('a desktop shows eight more in two large cards and a grid of three by two', async () => {
    await expect(headlinesOf(page, 'Latest Headlines')).toHaveText('Story 1')
    await expect(headlinesOf(page, 'Featured Stories')).toHaveText(names(2, 5))
    await expect(headlinesOf(page, 'More Stories')).toHaveText(names(6, 13))
    const cards = page
      .getByRole('region', { name: 'More Stories' })
      .getByRole('article')
      .filter({ visible: true })
    const boxes = await cards.evaluateAll((elements) =>
      elements.map((element) => element.getBoundingClientRect().toJSON()),
    )
    const rows = Map.groupBy(boxes, ({ y }) => Math.round(y))
    expect([...rows.values()].map((row) => row.length)).toEqual([2, 3, 3])
    expect(boxes[0].width).toBeGreaterThan(boxes[2].width * 1.3)
  })
  await test.step('a phone shows a list of four and ten more', async () => {
    await page.setViewportSize({ width: 375, height: 800 })
    await expect(headlinesOf(page, 'Latest Headlines')).toHaveText('Story 1')
    await expect(headlinesOf(page, 'Featured Stories')).toHaveText(names(2, 5))
    await expect(headlinesOf(page, 'More Stories')).toHaveText(names(6, 15))
    const lefts = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().x))
    expect(new Set(lefts).size, 'one column').toBe(1)
  })
  await test.step('the whole card links to its article', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page
      .getByRole('article')
      .nth(1)
      .click({ position: { x: 5, y: 5 } })
    await expect(page).toHaveURL(`/article/${second}/story-2`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Story 2')
  })
})

test('a site without articles shows an empty state, and sections without articles are not rendered', async ({
  site,
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'No articles available' })).toBeVisible()
  await expect(page.getByText('Articles will be automatically updated every hour')).toBeVisible()
  await site.publish(stories(1))
  await expect(page.getByRole('region').filter({ has: page.getByRole('article') })).toHaveCount(1)
  await expect(headlinesOf(page, 'Latest Headlines')).toHaveText('Story 1')
})

test('long headlines are cut after some lines, and their links have the whole title as their name', async ({
  site,
  page,
}) => {
  const title = 'A headline that goes on with more words than any page has room for. '.repeat(10).trim()
  await site.publish(stories(6, { title }))
  await page.goto('/')
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const headlines = page.getByRole('main').getByRole('heading', { level: 3 })
    await expect(headlines).toHaveCount(6)
    for (const headline of await headlines.all()) {
      await expect(headline.getByRole('link')).toHaveAccessibleName(title)
      const lines = await headline.evaluate(
        (heading) => heading.clientHeight / Number.parseFloat(getComputedStyle(heading).lineHeight),
      )
      expect(lines).toBeLessThanOrEqual(6.1)
    }
  }
})

test('headline and summary of a right-to-left hero have the same edge', async ({ site, page }) => {
  const text = 'وزارة الصحة تعلن عن خطة جديدة لتحسين الخدمات'
  await site.publish([{ title: text, summary: `${text}. ${text}.`, image_url: '/samples/health-1.webp' }])
  await page.goto('/')
  const hero = page.getByRole('article').first()
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const rightEdge = async (locator: Locator) => {
      const box = await locator.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0)
    }
    expect(await rightEdge(hero.getByText(`${text}. ${text}.`))).toBeCloseTo(
      await rightEdge(hero.getByRole('heading')),
      0,
    )
  }
})
