import { signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

test('an editor redirects former addresses, one by one and by CSV', async ({ site, page, context }) => {
  await site.sql('delete from redirects')
  await signIn(site, page.request)
  const reader = await context.browser()?.newContext()
  if (!reader) throw new Error('The browser has no contexts')
  const get = async (path: string) => {
    const response = await reader.request.get(site.url + path, { maxRedirects: 0 })
    return [response.status(), response.headers().location]
  }
  // Remembered as missing.
  expect((await get('/2019/old'))[0]).toBe(404)

  await page.goto('/admin/redirects')
  await page.getByRole('button', { name: 'New Redirect' }).first().click()
  const form = page.getByRole('dialog', { name: 'New redirect' })
  const create = form.getByRole('button', { name: 'Create Redirect' })
  await form.getByLabel('From').fill('/sport')
  await form.getByLabel('To').fill('//evil.example')
  await create.click()
  await expect(form.getByText('Start with one slash')).toBeVisible()
  await form.getByLabel('To').fill('/news')
  await create.click()
  await expect(form.getByText('There is a page at this address')).toBeVisible()
  await form.getByLabel('From').fill('/2019/Old')
  await create.click()
  const row = page.getByRole('row').filter({ hasText: '/2019/old' })
  await expect(row).toContainText('/news')
  await expect.poll(() => get('/2019/old')).toEqual([301, '/news'])
  expect(await get('/2019/OLD/?utm_source=letter')).toEqual([301, '/news?utm_source=letter'])
  expect(await get('/2019/OLD?utm_source=letter')).toEqual([301, '/news?utm_source=letter'])

  await page.getByLabel('CSV file of redirects').setInputFiles({
    name: 'redirects.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'from,to,status\n/gone,,410\n/été,https://archive.example/été,302\n/a,/2019/old\n/b,/\\evil',
    ),
  })
  const report = page.getByRole('dialog', { name: 'Import finished' })
  await expect(report).toContainText('2 redirects added, 2 lines refused.')
  await expect(report.getByRole('listitem')).toHaveText([
    /Line 4: \/a This address redirects/,
    /Line 5: .*backslashes/,
  ])
  await expectAccessible(page)
  await report.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => get('/gone')).toEqual([410, undefined])
  expect(await get('/%C3%A9t%C3%A9?token=1')).toEqual([302, 'https://archive.example/%C3%A9t%C3%A9'])

  await page.getByRole('searchbox', { name: 'Search by address' }).fill('archive')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search by address' }).fill('')
  await page.getByRole('button', { name: 'Delete /2019/old' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await expect.poll(async () => (await get('/2019/old'))[0]).toBe(404)
  await reader.close()
})
