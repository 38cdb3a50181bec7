import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { createOutbound, type Outbound } from '#platform/outbound/outbound.server.ts'
import { type LocalServer, startLocalServer } from '#platform/testing/local-server.ts'
import { createLinkChecker } from './article-links.server.ts'

describe('createLinkChecker', () => {
  const requested: string[] = []
  let running = 0
  let mostRunning = 0
  let server: LocalServer
  let outbound: Outbound
  beforeAll(async () => {
    server = await startLocalServer(async (request, response) => {
      requested.push(request.url ?? '')
      mostRunning = Math.max(mostRunning, ++running)
      response.once('close', () => (running -= 1))
      if (request.url?.startsWith('/silent')) return
      const status = Number(/\d{3}$/.exec(request.url ?? '')?.[0] ?? 200)
      response.writeHead(status, status === 302 ? { location: '/404' } : {}).end('A page with some text')
    })
    outbound = createOutbound({
      allowedPrivateHosts: new Set([server.host]),
      userAgent: 'Masthead',
      lookup: (_, __, done) => done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []),
    })
  })
  afterAll(async () => {
    await outbound.close()
    await server[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    requested.length = 0
  })

  const link = (url: string) => `<a href="${url}">x</a>`
  const linksTo = (paths: string[]) => paths.map((path) => link(server.origin + path)).join('')
  const ada = { id: 'ada' }
  const check = (paths: string[], timeouts?: { timeoutMs?: number; totalTimeoutMs?: number }) =>
    createLinkChecker(outbound, timeouts).findDeadLinks(ada, linksTo(paths))

  it('finds pages that do not exist, also behind redirects', async () => {
    expect(await check(['/200', '/404', '/410', '/302'])).toEqual(
      ['/404', '/410', '/302'].map((path) => server.origin + path),
    )
  })

  it('does not report failures that may be temporary, private addresses and slow servers', async () => {
    expect(await check(['/500', '/403', '/429'])).toEqual([])
    expect(await check(['/silent'], { timeoutMs: 200 })).toEqual([])
    expect(await createLinkChecker(outbound).findDeadLinks(ada, link('http://10.0.0.1/'))).toEqual([])
  })

  it('finds hosts that do not exist', async () => {
    const url = 'https://no-such-host.example/'
    expect(await createLinkChecker(outbound).findDeadLinks(ada, link(url))).toEqual([url])
  })

  it('requests each address once in ten minutes, at most 50 for a text, and five at once', async () => {
    const checker = createLinkChecker(outbound)
    const html = linksTo(Array.from({ length: 60 }, (_, index) => `/page-${index}`))
    await checker.findDeadLinks(ada, html)
    await checker.findDeadLinks(ada, html)
    // A request that an earlier test has given up may arrive late.
    expect(requested.filter((path) => path.startsWith('/page-'))).toHaveLength(50)
    expect(mostRunning).toBeLessThanOrEqual(5)
  })

  it('gives up on the links of a text after a time, also on those that wait for others', async () => {
    const silent = Array.from({ length: 20 }, (_, index) => `/silent?${index}`)
    expect(await check([...silent, '/404'], { totalTimeoutMs: 200 })).toEqual([])
    expect(requested).not.toContain('/404')
  })

  it('limits the checks of each person, and in total', async () => {
    const checker = createLinkChecker(outbound)
    const checkOften = async (id: string, times: number) => {
      for (let n = 0; n < times; n += 1) await checker.findDeadLinks({ id }, '')
    }
    await checkOften('ada', 10)
    await expect(checkOften('ada', 1)).rejects.toThrow(TooBusyError)
    await checkOften('ben', 10)
    await checkOften('cleo', 10)
    await expect(checkOften('dan', 1)).rejects.toThrow(TooBusyError)
  })
})
