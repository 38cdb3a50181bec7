import { expect, it } from 'vitest'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { createFormerAddressHandler } from './redirect-former-addresses.server.ts'

const REDIRECTS: Record<string, string> = {
  '/2019/05/a-story/': '/article/1/a-story',
  '/author/ada/': '/author/ada-lovelace',
  '/author/known/': '/elsewhere',
  '/author/known//': '/elsewhere',
  '/?p=12': '/article/12/words',
  '/?cat=3&feed=rss2': '/feed.xml',
}
let isClosed = false

async function ask(path: string, method = 'GET') {
  const handle = createFormerAddressHandler({
    isClosed: () => isClosed,
    async findRedirect(key) {
      const location = REDIRECTS[key]
      return location === undefined ? undefined : { kind: 'redirect', status: 301, location, tags: [] }
    },
    hasPage: async (path) => path === '/author/known',
  })
  await using server = await startLocalServer(async (request, response) => {
    if (!(await handle(request.url?.split('?')[0] ?? '', request, response))) response.end('a page')
  })
  const response = await fetch(server.origin + path, { method, redirect: 'manual' })
  return [response.status, response.headers.get('location')]
}

it.each([
  ['/2019/05/a-story/', '/article/1/a-story'],
  ['/2019/05/a-story/?utm_source=mail', '/article/1/a-story?utm_source=mail'],
  ['/author/ada/', '/author/ada-lovelace'],
  ['/?p=12', '/article/12/words'],
  ['/?utm_source=mail&p=12', '/article/12/words'],
  ['/index.php?p=12', '/article/12/words'],
  ['/?feed=rss2&cat=3', '/feed.xml'],
])('redirects %s in one step', async (path, location) => {
  expect(await ask(path)).toEqual([301, location])
})

it.each([
  '/',
  '/?p=13',
  '/?utm_source=mail',
  '/?p=%00',
  '/2019/05/a-story',
  '/author/known/',
  '/author/known//',
  '/unknown/',
])('leaves %s to others', async (path) => {
  expect(await ask(path)).toEqual([200, null])
})

it('leaves forms, and all requests during maintenance, to others', async () => {
  expect(await ask('/2019/05/a-story/', 'POST')).toEqual([200, null])
  isClosed = true
  expect(await ask('/2019/05/a-story/')).toEqual([200, null])
  isClosed = false
})
