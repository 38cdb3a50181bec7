import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { moveCaret } from './fixtures/caret.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expectToFit } from './fixtures/expect-to-fit.ts'
import { expect, test } from './fixtures/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })

test('an editor makes a chart of a pasted table, changes it, and readers see it', async ({ site, page }) => {
  test.slow()
  await signIn(site, page.request)
  const [id] = await site.publish([{ title: 'Count', content: '<p>The votes are counted.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await moveCaret(content(page), 'end')
  await page.keyboard.press('Enter')
  await page.keyboard.press('/')
  await page.keyboard.type('Chart')
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Insert Chart' })
  const table = dialog.getByLabel('Table')
  await expect(table).toBeFocused()
  await table.evaluate((area) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Ward 2022 2026 North 1,120 many')
    clipboardData.setData(
      'text/html',
      '<table><tr><td>Ward</td><td>2022</td><td>2026</td></tr><tr><td>North</td><td>1,120</td><td>many</td></tr></table>',
    )
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(table).toHaveValue('Ward\t2022\t2026\nNorth\t1,120\tmany')
  await expect(
    dialog.getByText('Row 2, column 3: “many” is not a number that a chart can show.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Insert Chart' }).click()
  await expect(dialog.getByText('Enter a title.')).toBeVisible()

  await table.fill('Ward\t2022\t2026\nNorth\t1,120\t1,300\nSouth\t980\t')
  await dialog.getByLabel('Title').fill('Votes by ward')
  await dialog.getByLabel('Description').fill('Votes cast, 2022 and 2026.')
  await dialog.getByLabel('Source').fill('Source: City council')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('img', { name: 'Votes by ward' })).toContainText('1,300')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Insert Chart' }).click()
  await expect(dialog).toBeHidden()
  const chart = content(page).getByRole('img', { name: 'Votes by ward' })
  await expect(chart).toBeVisible()

  await chart.click()
  await page.getByRole('toolbar', { name: 'Chart tools' }).getByRole('button', { name: 'Edit chart' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Chart' })
  await expect(editing.getByLabel('Table')).toHaveValue('Ward\t2022\t2026\nNorth\t1,120\t1,300\nSouth\t980\t')
  await editing.getByLabel('Type').selectOption('column')
  await editing.getByLabel('Title').fill('Votes in two wards')
  await page.keyboard.press('Control+Enter')
  await expect(content(page).getByRole('img', { name: 'Votes in two wards' })).toBeVisible()
  await expect(content(page).getByRole('img')).toHaveCount(1)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Publish Changes' }).click()
  await expect(page.getByText('Article updated successfully', { exact: true })).toBeVisible()

  await page.goto(`/article/${id}`)
  await expect(page.getByRole('img', { name: 'Votes in two wards' }).locator('desc')).toHaveText(
    'Votes cast, 2022 and 2026. Column chart of 3 values from 980 (South, 2022) to 1,300 (North, 2026).',
  )
  await page.setViewportSize({ width: 375, height: 800 })
  await expectToFit(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a chart is drawn, with its table behind it', async ({ site, page }) => {
    const [id] = await site.publish([
      {
        title: 'Count',
        content:
          '<figure class="chart" data-chart="bar"><p><strong>Votes</strong></p><table><tbody><tr><th></th><th>Votes</th></tr>' +
          '<tr><th>North</th><td>120</td></tr></tbody></table></figure>',
      },
    ])
    await page.goto(`/article/${id}`)
    await expect(page.getByRole('img', { name: 'Votes' })).toBeVisible()
    await expect(page.getByRole('table')).toBeHidden()
    await page.getByText('Show the data').click()
    await expect(page.getByRole('row', { name: 'North 120' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await page
      .getByText('Show the data')
      .evaluate((summary) => summary.parentElement?.removeAttribute('open'))
    await expect(page.getByRole('row', { name: 'North 120' })).toBeVisible()
  })
})
