import { expect, test } from 'vitest'
import { respondUnavailable } from './respond-unavailable.server.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const failedCall = () =>
  Response.json({ message: 'Failed to load feeds' }, { status: 500, headers: { 'x-tss-serialized': 'true' } })
const send = (response: Response, isUnavailable: boolean, method = 'GET') =>
  respondUnavailable(
    () => response,
    async () => isUnavailable,
  )(new Request('http://localhost/admin', { method }))

test('a page that fails while the database is unavailable is replaced by the message', async () => {
  const response = await send(
    new Response('<h1>Something went wrong</h1>', { status: 500, headers: HTML }),
    true,
  )
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('10')
  const html = await response.text()
  expect(html).toContain('This page is temporarily unavailable')
  // Only pages of readers are cached.
  expect(html).not.toContain('Recently viewed pages')
})

test.each([
  ['GET', true],
  ['POST', false],
])('after a %s request, browsers reload the message: %s', async (method, reloads) => {
  const failed = new Response('<h1>Something went wrong</h1>', { status: 500, headers: HTML })
  expect((await send(failed, true, method)).headers.has('refresh')).toBe(reloads)
})

test('a call that fails while the database is unavailable keeps its response, with status 503', async () => {
  const failed = failedCall()
  const response = await send(failed, true, 'POST')
  expect([response.status, response.headers.get('x-tss-serialized')]).toEqual([503, 'true'])
  expect(await response.json()).toEqual({ message: 'Failed to load feeds' })
})

test.each([
  ['a page', new Response('<h1>Feeds</h1>', { headers: HTML }), true],
  ['the full disk of a route', Response.json({ message: 'Failed' }, { status: 507 }), true],
  ['a call that fails for another reason', failedCall(), false],
  [
    'a page that fails for another reason',
    new Response('<h1>Error</h1>', { status: 500, headers: HTML }),
    false,
  ],
])('%s is passed on', async (_, response, isUnavailable) => {
  expect(await send(response, isUnavailable)).toBe(response)
})
