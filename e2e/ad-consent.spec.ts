import type { Page } from '@playwright/test'
import { adSettings, startAdNetwork } from './fixtures/ad-network.ts'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const ARTICLES = stories(15, { category: 'Politics', content: 'One sentence of the text. '.repeat(300) })

const slots = (page: Page) => page.getByRole('complementary', { name: /^Advertisement/ })
/** Counts the ads that the network has inserted into the page. */
const ads = (page: Page) => page.evaluate(() => (window as { ads?: number }).ads ?? 0)
const choices = (page: Page) => page.getByRole('region', { name: 'Advertising Choices' })
const openChoices = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Advertising Choices' }).click()

test('third-party ads load only after consent, which is remembered and can be withdrawn', async ({
  site,
  page,
  pageErrors,
}) => {
  const network = await startAdNetwork(page, pageErrors, { isAccepted: false })
  const [id] = await site.publish(ARTICLES)
  await site.set(adSettings())
  await page.goto(`/article/${id}`)
  const [refuse, accept] = ['Refuse', 'Accept'].map((name) => choices(page).getByRole('button', { name }))
  if (!refuse || !accept) throw new Error('no buttons')
  await expect(refuse).toBeVisible()
  await expect(page.getByRole('complementary', { name: /^Advertisement/ })).toHaveCount(0)
  const looks = await Promise.all(
    [refuse, accept].map((button) =>
      button.evaluate((element) => {
        const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(element)
        return { backgroundColor, color, fontSize, fontWeight, height: element.clientHeight }
      }),
    ),
  )
  expect(looks[0]).toEqual(looks[1])
  await expectAccessible(page)

  await refuse.click()
  await expect(choices(page)).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'More Stories' })).toBeVisible()
  await openChoices(page)
  await expect(choices(page)).toContainText('Ads are refused at the moment.')
  await expect(choices(page).getByRole('heading')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(choices(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Advertising Choices' })).toBeFocused()
  expect(network.requests).toEqual([])

  await openChoices(page)
  await accept.click()
  await expect.poll(() => network.requests).toContain('/head.js')
  await slots(page).scrollIntoViewIfNeeded()
  await expect.poll(() => ads(page)).toBe(1)
  await page.goto(`/article/${id}`)
  await expect.poll(() => ads(page)).toBe(2)
  await expect(choices(page)).toHaveCount(0)

  await openChoices(page)
  const reloaded = page.waitForEvent('load')
  await refuse.click()
  await reloaded
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Story 1')
  await expect(slots(page)).toHaveCount(0)
  expect(await ads(page)).toBe(0)
})

test('Global Privacy Control counts as a refusal', async ({ site, page, pageErrors }) => {
  const network = await startAdNetwork(page, pageErrors)
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })
  })
  const [id] = await site.publish(ARTICLES)
  await site.set(adSettings())
  const loading = page.waitForResponse(/load-ad/)
  await page.goto(`/article/${id}`)
  await (await loading).finished()
  await openChoices(page)
  await expect(choices(page)).toContainText('Global Privacy Control')
  await choices(page).getByRole('button', { name: 'Close' }).click()
  await expect(choices(page)).toHaveCount(0)
  await expect(slots(page)).toHaveCount(0)
  expect(network.requests).toEqual([])
})

test('ads without third-party scripts need no consent, and positions without a code have no slot', async ({
  site,
  page,
}) => {
  const [id] = await site.publish(ARTICLES)
  await site.set({ adsense_enabled: 'true', adsense_right_sidebar_code: '<div>Our own ad</div>' })
  await page.goto(`/article/${id}`)
  await expect(slots(page)).toHaveCount(1)
  await expect(slots(page)).toContainText('Our own ad')
  await expect(choices(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Advertising Choices' })).toHaveCount(0)
})
