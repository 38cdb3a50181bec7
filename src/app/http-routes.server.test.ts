import { afterEach, expect, it } from 'vitest'
import { IMAGE_UPLOAD_PATH, PORTRAIT_UPLOAD_PATH } from '#kernel/paths.ts'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'
import { limitStaffBody } from './http-routes.server.ts'

let site: TestSite
afterEach(() => site.close())

it.each([
  [IMAGE_UPLOAD_PATH, 13_000_000, 200],
  [PORTRAIT_UPLOAD_PATH, 13_000_000, 200],
  ['/_serverFn/import', 11_000_000, 200],
  ['/_serverFn/import', 13_000_000, 413],
])('staff send to %s: %i bytes have the status %i', async (path, bytes, status) => {
  site = await startTestSite(async (request) => new Response(`${(await request.arrayBuffer()).byteLength}`), {
    findLargeBody: async (path) => limitStaffBody(path, 'ada'),
  })
  const response = await site.send(path, {
    method: 'POST',
    headers: { 'content-length': String(bytes), cookie: 'session=ada' },
    body: 'a'.repeat(bytes),
  })
  expect(response.status).toBe(status)
  if (status === 200) expect(response.body.toString()).toBe(String(bytes))
})
