import { expect, it } from 'vitest'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import { startTestSite } from '#platform/testing/test-site.ts'
import { createReadOnlyGate } from './read-only-gate.server.ts'

const MESSAGE = 'Nothing can be saved at the moment: the disk of the server is full.'
const JSON_BODY = JSON.stringify({ error: MESSAGE, message: MESSAGE })

async function startReadOnly(isReadOnly: () => boolean) {
  return startTestSite(async () => new Response('done'), { handlers: [createReadOnlyGate(isReadOnly)] })
}

it.each([
  ['POST', '/_serverFn/save', `${MESSAGE}\n`],
  ['POST', '/newsletter', `${MESSAGE}\n`],
  ['DELETE', '/anything', `${MESSAGE}\n`],
  ['POST', '/api/admin/images', JSON_BODY],
  ['POST', '/functions/v1/fetch-news', JSON_BODY],
  ['POST', '/api%2Fadmin/images', JSON_BODY],
])('while the disk is full, %s %s is refused', async (method, path, expected) => {
  await using site = await startReadOnly(() => true)
  const { status, headers, body } = await site.send(path, { method })
  expect([status, body.toString()]).toEqual([507, expected])
  expect(headers).toMatchObject({ ...BASE_HEADERS, 'x-disk-full': 'on', 'cache-control': 'no-store' })
})

it.each([
  ['GET', '/_serverFn/read'],
  ['GET', '/'],
  ['HEAD', '/'],
  ['POST', '/api/auth/sign-in/email'],
])('while the disk is full, %s %s is handled', async (method, path) => {
  await using site = await startReadOnly(() => true)
  expect((await site.send(path, { method })).status).toBe(200)
})

it('ends automatically', async () => {
  let isReadOnly = true
  await using site = await startReadOnly(() => isReadOnly)
  const save = async () => (await site.send('/_serverFn/save', { method: 'POST' })).status
  expect(await save()).toBe(507)
  isReadOnly = false
  expect(await save()).toBe(200)
})
