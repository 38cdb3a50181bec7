import { request as httpRequest } from 'node:http'
import { expect, test } from './fixtures/test.ts'

test('built files are immutable and compressed', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const files = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))
  expect([...files].some((file) => file.endsWith('.css'))).toBe(true)
  for (const file of files) {
    const response = await request.get(file, { headers: { 'accept-encoding': 'br, gzip' } })
    expect(response.status(), file).toBe(200)
    expect(response.headers()['cache-control'], file).toBe('public, max-age=31536000, immutable')
    expect(response.headers()['content-type'], file).toMatch(
      file.endsWith('.css') ? /^text\/css/ : /^text\/javascript/,
    )
    const isWorthIt = (await response.body()).length >= 2048
    if (isWorthIt) expect(response.headers()['content-encoding'], file).toBe('br')
  }
})

test('pages are compressed and revalidated with 304', async ({ request }) => {
  const first = await request.get('/', { headers: { 'accept-encoding': 'br, gzip' } })
  expect(first.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  const again = await request.get('/', { headers: { 'if-none-match': first.headers().etag ?? '' } })
  expect(again.status()).toBe(304)
})

test('the icon and the images without an article are served', async ({ request }) => {
  for (const [path, type] of [
    ['/favicon.png', 'image/png'],
    ['/favicon.ico', 'image/x-icon'],
    ['/placeholder.svg', 'image/svg+xml; charset=utf-8'],
    ['/social-share-default.jpg', 'image/jpeg'],
  ] as const) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    expect(response.headers()['content-type'], path).toBe(type)
  }
})

test('an unknown asset is not found', async ({ request }) => {
  for (const path of [
    '/assets/index-00000000.js',
    '/assets/../package.json',
    '/assets/..%2f..%2fpackage.json',
  ]) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
})

test('the liveness and readiness endpoints respond', async ({ request }) => {
  expect(await (await request.get('/livez')).text()).toBe('ok\n')
  expect((await request.get('/readyz')).status()).toBe(200)
})

test('metrics are served only to local clients, and not through a proxy', async ({ request }) => {
  const metrics = await request.get('/metrics')
  expect(metrics.status()).toBe(200)
  expect(await metrics.text()).toContain('masthead_pages_total{outcome="hit"}')
  for (const [name, value] of [
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', '203.0.113.7'],
    ['forwarded', 'for=127.0.0.1'],
  ] as const) {
    expect((await request.get('/metrics', { headers: { [name]: value } })).status()).toBe(403)
  }
})

test('the Host header does not appear in pages', async ({ site }) => {
  const html = await new Promise<string>((resolve, reject) => {
    httpRequest(`${site.url}/tv`, { headers: { host: 'evil.local' } }, async (response) => {
      resolve(Buffer.concat(await response.toArray()).toString())
    })
      .on('error', reject)
      .end()
  })
  expect(html).toContain(`href="${site.url}/tv"`)
  expect(html).not.toContain('evil.local')
})
