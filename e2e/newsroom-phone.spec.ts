import { devices, type Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { expect, test } from './fixtures/test.ts'

const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 375, height: 700 } })
test.slow()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** The page does not scroll sideways, and the buttons that are shown are large enough for a thumb. */
async function expectUsable(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  const small = await page
    .locator('main button:visible, [role=dialog] button:visible')
    .evaluateAll((buttons) =>
      buttons.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect()
        return Math.max(width, height) < 44 || Math.min(width, height) < 24 ? [one.outerHTML] : []
      }),
    )
  expect(small).toEqual([])
}

test('an article is written, approved and published by touch', async ({ site, page, otherPage: editor }) => {
  await signIn(site, page.request)
  await signIn(site, editor.request, { email: 'colleague@example.org' })
  await site.sql(
    "insert into site_settings (setting_name, setting_value) values ('require_second_person', 'true')",
  )
  // The fields do not move under the finger when the settings, which decide on the buttons above them, arrive late.
  const settings = Promise.withResolvers<void>()
  await page.route('**/_serverFn/getNewsroomSettings*', async (route) => {
    await settings.promise
    await route.continue()
  })
  await page.goto('/admin/articles')
  await button(page, 'Create Article').tap()
  await expect(page.getByText('Loading article…')).toBeVisible()
  settings.resolve()
  await page.getByLabel('Title').tap()
  await page.keyboard.type('Council votes on trams')
  await page.getByRole('textbox', { name: 'Content', exact: true }).tap()
  await page.keyboard.type('A vote is due.')
  await expect(page.getByLabel('Title')).toHaveText('Council votes on trams')
  await expectUsable(page)
  await button(page, 'Submit for Review').tap()
  await expectUsable(page)
  await dialog(page, 'Submit for review').getByRole('button', { name: 'Submit for Review' }).tap()
  // The toast covers no button of the row below.
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  await expect(toast).toContainText('Submitted for review')
  await expect
    .poll(async () => {
      const [shown, primary] = await Promise.all([
        toast.boundingBox(),
        button(page, 'More actions').boundingBox(),
      ])
      return shown && primary && primary.y - shown.y - shown.height
    })
    .toBeGreaterThan(0)

  await editor.goto('/admin')
  await editor.getByRole('link', { name: 'Council votes on trams' }).tap()
  await button(editor, 'Approve').tap()
  await expectUsable(editor)
  await dialog(editor, 'Approve this article').getByRole('button', { name: 'Approve' }).tap()
  await button(editor, 'Create Article').tap()
  await expect(editor.getByText('Article created successfully')).toBeVisible()
  expect(await site.sql('select title, content from articles')).toEqual([
    { title: 'Council votes on trams', content: '<p>A vote is due.</p>' },
  ])
})
