import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

test('the menu “Display” sets colours and the text size of articles, which later pages have before they are painted', async ({
  site,
  page,
}) => {
  const [id] = await site.publish([{ title: 'Ferry returns', content: '<p>The boat is back.</p>' }])
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      const { theme, text } = document.documentElement.dataset
      ;(window as typeof window & { first?: object }).first = {
        theme,
        text,
        isEmpty: !document.body?.firstChild,
      }
    })
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`/article/${id}`)
  const text = page.locator('.prose')
  await expect(text).toHaveCSS('font-size', '19px')
  const open = page.getByRole('button', { name: 'Display' })
  await open.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Display' })
  await expect(menu.getByRole('radio', { name: 'Automatic' })).toBeChecked()
  await expectAccessible(page)
  await menu.getByRole('radio', { name: 'Dark' }).check()
  await menu.getByRole('radio', { name: 'Large', exact: true }).check()
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(241, 237, 230)')
  await expect(text).toHaveCSS('font-size', '21.85px')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()

  await page.goto('/')
  expect(await page.evaluate(() => (window as typeof window & { first?: object }).first)).toMatchObject({
    theme: 'dark',
    text: 'large',
  })
  await open.click()
  await expect(menu.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await menu.getByRole('radio', { name: 'Automatic' }).check()
  await menu.getByRole('radio', { name: 'Standard' }).check()
  await menu.getByRole('button', { name: 'Close' }).click()
  await page.goto(`/article/${id}`)
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(20, 20, 20)')
  await expect(text).toHaveCSS('font-size', '19px')
})

test('a stored choice that is not one of the menu is ignored', async ({ page }) => {
  for (const stored of ['{"theme":"x\\"><script>","text":["large"]}', '[']) {
    await page.addInitScript((text) => localStorage.setItem('display', text), stored)
    await page.goto('/about')
    await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'dark' })

  test('the settings of the system hold, and there is no menu', async ({ page }) => {
    await page.goto('/about')
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(241, 237, 230)')
    await expect(page.getByRole('button', { name: 'Display' })).toBeHidden()
  })
})
