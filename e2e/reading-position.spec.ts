import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

const LONG = Array.from(
  { length: 40 },
  (_, index) => `Paragraph ${index}. ${'It goes on. '.repeat(20)}`,
).join('\n\n')

const paragraph = (page: Page, index: number) =>
  page.getByRole('main').getByText(new RegExp(`^Paragraph ${index}\\.`))
const offer = (page: Page) => page.getByRole('button', { name: 'Continue reading' })
const positions = (page: Page) => page.evaluate(() => localStorage.getItem('reading-positions') ?? '[]')

async function readTo(page: Page, index: number): Promise<void> {
  await paragraph(page, index).evaluate((paragraph) => paragraph.scrollIntoView())
  // The position is followed once the code of the bar is loaded.
  await expect(page.getByRole('progressbar')).toBeVisible()
}

test('a reader who comes back continues where they stopped, until the article is finished', async ({
  site,
  page,
}) => {
  const [id = ''] = await site.publish([{ title: 'Long', content: LONG }])
  const path = `/article/${id}`
  await page.setViewportSize({ width: 375, height: 720 })
  await page.goto(path)
  await readTo(page, 20)
  await page.goto('/')
  expect(JSON.parse(await positions(page))).toMatchObject([
    { id, start: expect.stringMatching(/^Paragraph (?:19|20)\./) },
  ])

  await page.goto(path)
  await expect(offer(page)).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await offer(page).click()
  await expect(paragraph(page, 20)).toBeInViewport()
  await expect(offer(page)).toHaveCount(0)

  await test.step('after a navigation within the site', async () => {
    await readTo(page, 30)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page).toHaveURL('/')
    await expect.poll(() => positions(page)).toMatch(/Paragraph (?:29|30)\./)
    await page.getByRole('main').getByRole('link', { name: 'Long' }).click()
    await expect(offer(page)).toBeVisible()
  })

  await test.step('finished', async () => {
    await readTo(page, 39)
    await expect(offer(page)).toHaveCount(0)
    await page.goto('/')
    expect(await positions(page)).toBe('[]')
  })
})
