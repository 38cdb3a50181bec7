import type { Page } from '@playwright/test'
import { expectAccessibleAtEachWidth } from './fixtures/expect-accessible.ts'
import { expectToFit } from './fixtures/expect-to-fit.ts'
import { observeShifts, painted, shifts } from './fixtures/layout-shifts.ts'
import { expect, test } from './fixtures/test.ts'

const tableOf = (attributes: string) =>
  `<figure${attributes}><table><thead><tr><th>Ward</th><th>Votes</th><th>Counted on</th></tr></thead><tbody>` +
  '<tr><td>North</td><td>1,200</td><td>7 May 2026</td></tr><tr><td>Élan</td><td>–</td><td>12 April 2026</td></tr>' +
  '<tr><td>West</td><td>98</td><td>8 May 2026</td></tr></tbody></table><figcaption>Votes by ward</figcaption></figure>'

const wards = (page: Page) => page.locator('.prose tbody td:first-child')

test('readers sort a table by keyboard where its author allows it, and nothing moves', async ({
  site,
  page,
}) => {
  const [id, other] = await site.publish([
    { title: 'Count', content: `<p>The count.</p>${tableOf(' class="sortable"')}` },
    { title: 'Without', content: tableOf('') },
  ])
  const files: string[] = []
  page.on('request', (request) => void files.push(request.url()))
  await page.goto(`/article/${other}`, { waitUntil: 'networkidle' })
  expect(files.join('\n')).not.toContain('sortable')
  await expect(page.getByRole('button', { name: 'Ward' })).toHaveCount(0)

  await observeShifts(page)
  await page.goto(`/article/${id}`)
  const votes = page.getByRole('columnheader', { name: 'Votes' })
  await expect(votes).toHaveCSS('text-align', 'right')
  await votes.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(wards(page)).toHaveText(['West', 'North', 'Élan'])
  await expect(votes).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('Space')
  await expect(wards(page)).toHaveText(['North', 'West', 'Élan'])
  await expect(votes).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Counted on' }).click()
  await expect(wards(page)).toHaveText(['Élan', 'North', 'West'])
  await expect(votes).not.toHaveAttribute('aria-sort')
  await page.getByRole('button', { name: 'Ward' }).click()
  await expect(wards(page)).toHaveText(['Élan', 'North', 'West'])
  await painted(page)
  expect(await shifts(page)).toEqual([])
  await expectAccessibleAtEachWidth(page)
  await expectToFit(page)
  await page.emulateMedia({ media: 'print' })
  await expect(votes.getByText('Votes')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a table that readers could sort is a table', async ({ site, page }) => {
    const [id] = await site.publish([{ title: 'Count', content: tableOf(' class="sortable"') }])
    await page.goto(`/article/${id}`)
    await expect(wards(page)).toHaveText(['North', 'Élan', 'West'])
    await expect(page.getByRole('columnheader').getByRole('button')).toHaveCount(0)
  })
})
