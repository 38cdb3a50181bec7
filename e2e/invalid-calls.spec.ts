import { expect, test } from './fixtures/test.ts'

/** The headers of a call from the site's own pages. */
const SAME_ORIGIN_HEADERS = { 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' }

test('invalid calls are rejected without details of the framework', async ({ site, page, request }) => {
  const calls: string[] = []
  page.on('request', (sent) => calls.push(sent.url()))
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact')
  const known = new URL(calls.find((url) => url.includes('/_serverFn/')) ?? '')

  const from = site.server.log.length
  const status = async (path: string, method = 'GET', data?: string) => {
    const headers =
      data === undefined
        ? SAME_ORIGIN_HEADERS
        : { ...SAME_ORIGIN_HEADERS, 'content-type': 'application/json' }
    return (await request.fetch(path, { method, headers, data })).status()
  }
  for (const id of ['', 'x', '__proto__', 'toString', 'f'.repeat(64), '%22']) {
    expect(await status(`/_serverFn/${id}`), id).toBe(404)
    expect(await status(`/_serverFn/${id}`, 'POST', '{'), id).toBe(404)
  }
  for (const payload of ['junk', '{', '{}', '[]', '{"t":1}'])
    expect(await status(`${known.pathname}?payload=${encodeURIComponent(payload)}`), payload).toBe(400)
  expect(await status(known.pathname, 'POST', '{')).toBe(400)
  expect(await status(known.pathname + known.search)).toBe(200)
  for (const line of site.server.log.slice(from))
    expect(line).toMatch(/"level":40.*"A call of a server function was rejected"/)
})
