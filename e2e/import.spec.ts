import { WXR_NAMES, writeWxr } from '#features/imports/testing/write-wxr.ts'
import { signIn } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expect, test } from './fixtures/test.ts'

test('an administrator moves a paper here, whose former addresses redirect once', async ({ site, page }) => {
  await signIn(site, page.request)
  await page.goto('/admin/import')
  await expect(page.getByText('No imports yet')).toBeVisible()
  const file = page.getByLabel('Export of another system')
  await file.setInputFiles({ name: 'notes.html', mimeType: 'text/html', buffer: Buffer.from('') })
  await expect(page.getByText('The file is empty.')).toBeVisible()
  await file.setInputFiles({ name: 'notes.html', mimeType: 'text/html', buffer: Buffer.from(' ') })
  const wrong = page.getByRole('region', { name: 'notes.html' })
  await wrong.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No imports yet')).toBeVisible()
  await file.setInputFiles({
    name: 'courier.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(
      writeWxr(
        [
          { id: 12, title: 'High water', content: 'Text [contact-form-7 id="1"]', comments: 2 },
          { id: 13, title: 'About', type: 'page', name: 'about-us' },
        ],
        WXR_NAMES,
      ),
    ),
  })
  const panel = page.getByRole('region', { name: 'courier.xml' })
  await expect(panel.getByText('Checked. Nothing has changed yet.')).toBeVisible()
  await panel.getByText('Not imported, or changed').click()
  await expect(panel.getByText('comments: 2')).toBeVisible()
  expect(await site.sql(`select title from articles where title = 'High water'`)).toEqual([])

  await panel.getByRole('button', { name: 'Start Import' }).click()
  await expect(panel.getByRole('status')).toHaveText('Imported')
  await expect(panel.getByRole('row', { name: 'Articles and pages 2' })).toBeVisible()
  await expectAccessible(page)

  const get = async (path: string) => {
    const response = await page.request.get(site.url + path, { maxRedirects: 0 })
    return [response.status(), response.headers().location]
  }
  const [article] = await site.sql<{ id: string }>(`select id from articles where title = 'High water'`)
  const id = article?.id
  for (const path of ['/2019/05/post-12/', '/2019/05/post-12', '/?p=12'])
    expect(await get(path), path).toEqual([301, `/article/${id}/post-12`])
  expect(await get(`/article/${id}/post-12`)).toEqual([200, undefined])
  expect(await get('/tag/tides/feed/')).toEqual([301, '/topic/tides/feed.xml'])
  expect(await get('/feed/')).toEqual([301, '/feed.xml'])
  expect((await get('/?p=99'))[0]).toBe(200)
})
