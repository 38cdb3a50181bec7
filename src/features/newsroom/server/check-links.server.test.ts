import { afterAll, beforeEach, expect, it } from 'vitest'
import { createOutbound } from '#platform/outbound/outbound.server.ts'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { createLinkChecker } from './check-links.server.ts'

const requested: string[] = []
let running = 0
let mostRunning = 0
const server = await startLocalServer(async (request, response) => {
  requested.push(request.url ?? '')
  mostRunning = Math.max(mostRunning, ++running)
  response.once('close', () => (running -= 1))
  if (request.url === '/silent') return
  const status = Number(/\d{3}$/.exec(request.url ?? '')?.[0] ?? 200)
  response.writeHead(status, status === 302 ? { location: '/404' } : {}).end('A page with some text')
})
const outbound = createOutbound({
  allowedPrivateHosts: new Set([server.host]),
  userAgent: 'Masthead',
  lookup: (_, __, done) => done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []),
})
afterAll(async () => {
  await outbound.close()
  await server[Symbol.asyncDispose]()
})
beforeEach(() => {
  requested.length = 0
})

const link = (url: string) => `<a href="${url}">x</a>`
const check = (paths: string[], timeoutMs?: number) =>
  createLinkChecker(outbound, timeoutMs).findDeadLinks(
    paths.map((path) => link(server.origin + path)).join(''),
  )

it('finds pages that do not exist, also behind redirects', async () => {
  expect(await check(['/200', '/404', '/410', '/302'])).toEqual(
    ['/404', '/410', '/302'].map((path) => server.origin + path),
  )
})

it('does not report failures that may be temporary, private addresses and slow servers', async () => {
  expect(await check(['/500', '/403', '/429'])).toEqual([])
  expect(await check(['/silent'], 200)).toEqual([])
  expect(await createLinkChecker(outbound).findDeadLinks(link('http://10.0.0.1/'))).toEqual([])
})

it('finds hosts that do not exist', async () => {
  const url = 'https://no-such-host.example/'
  expect(await createLinkChecker(outbound).findDeadLinks(link(url))).toEqual([url])
})

it('requests each address once in ten minutes, at most 50 for a text, and five at once', async () => {
  const checker = createLinkChecker(outbound)
  const html = Array.from({ length: 60 }, (_, index) => link(`${server.origin}/page-${index}`)).join('')
  await checker.findDeadLinks(html)
  await checker.findDeadLinks(html)
  expect(requested).toHaveLength(50)
  expect(mostRunning).toBeLessThanOrEqual(5)
})
