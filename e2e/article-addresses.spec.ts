import { articlePath } from '#kernel/article-path.ts'
import { expect, test } from './fixtures/test.ts'

const ARABIC = 'الانتخابات: أخبار اليوم'

test('an article has one address with words, to which its others redirect once', async ({
  site,
  request,
}) => {
  const [id = ''] = await site.publish([{ title: 'Ferry returns' }])
  const path = `/article/${id}/ferry-returns`
  const get = (address: string) => request.get(address, { maxRedirects: 0 })
  const locationOf = async (address: string) => {
    const response = await get(address)
    return [response.status(), response.headers().location]
  }
  // Twice: also from the cache.
  for (const _ of [1, 2]) {
    expect(await locationOf(`/article/${id}`)).toEqual([301, path])
    expect(await locationOf(`/article/${id}?utm_source=letter`)).toEqual([301, `${path}?utm_source=letter`])
    expect(await locationOf(`/article/${id}/former-words`)).toEqual([301, path])
    expect((await get(path)).status()).toBe(200)
  }
  for (const hostile of [
    '%2F%2Fevil.example',
    '%5C%5Cevil.example',
    '%0d%0aSet-Cookie:%20a=b',
    '..%2f..%2f..',
  ]) {
    const response = await request.get(`/article/${id}/${hostile}`)
    expect(new URL(response.url()).origin).toBe(site.url)
    expect(response.headers()['set-cookie']).toBeUndefined()
  }

  await site.sql('update articles set title = $1 where id = $2', [ARABIC, id])
  const renamed = articlePath({ id, title: ARABIC, slug: null })
  await expect.poll(() => locationOf(path)).toEqual([301, renamed])
  expect(await locationOf(`/article/${id}`)).toEqual([301, renamed])
  const page = await get(renamed)
  expect(page.status()).toBe(200)
  expect(await page.text()).toContain(`<link rel="canonical" href="${site.url}${renamed}"/>`)

  // Back to the first headline: no browser may have kept the first redirect.
  await site.sql("update articles set title = 'Ferry returns' where id = $1", [id])
  await expect.poll(() => locationOf(renamed)).toEqual([301, path])
  expect((await get(path)).status()).toBe(200)
})

test('readers follow addresses in any script, also without a request for the page', async ({
  site,
  page,
}) => {
  const [id = ''] = await site.publish([{ title: ARABIC }, { title: 'Other' }])
  const path = articlePath({ id, title: ARABIC, slug: null })
  await page.goto('/')
  const link = page.getByRole('link', { name: ARABIC }).first()
  await expect(link).toHaveAttribute('href', path)
  await link.click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ARABIC)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ARABIC)
})
