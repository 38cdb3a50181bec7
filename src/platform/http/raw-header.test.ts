import { expect, it } from 'vitest'
import { startTestSite } from '#platform/testing/test-site.ts'
import type { RequestHandler } from './http.server.ts'
import { rawHeader } from './raw-header.ts'

it.each([
  ['if-none-match', 'W/"a"'],
  ['accept-encoding', 'br'],
  ['cookie', undefined],
  ['br', undefined],
])('reads the header %s unchanged: %s', async (name, expected) => {
  const tell: RequestHandler = async (_path, request, response) => {
    response.end(String(rawHeader(request, name)))
    return true
  }
  await using site = await startTestSite(async () => new Response(), { handlers: [tell] })
  const headers = 'IF-None-Match: W/"a"\r\nAccept-Encoding: br\r\nX-A: cookie\r\naccept-encoding: gzip\r\n'
  const answer = await site.write(`GET / HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`)
  expect(answer.endsWith(`\r\n\r\n${expected}`)).toBe(true)
})
