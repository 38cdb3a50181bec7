import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'

const SMALL_BYTES = 65_536
const LARGE_BYTES = SMALL_BYTES + 1
const OFFICE_PATH = '/api/admin/images'

let site: TestSite
afterEach(async () => {
  vi.useRealTimers()
  await site.close()
})

/** A site whose requests with a session may be large. */
async function start(): Promise<void> {
  site = await startTestSite(async (request) => new Response(`got ${(await request.text()).length}`), {
    maxBodyBytes: async (path, { headers }) => (headers.cookie && path === OFFICE_PATH ? LARGE_BYTES : 0),
  })
}

const post = (bytes: number, headers: Record<string, string> = {}) =>
  site.send(OFFICE_PATH, {
    method: 'POST',
    headers: { 'content-length': String(bytes), ...headers },
    body: 'a'.repeat(bytes),
  })

describe('the size of a body', () => {
  it('is limited, with a higher limit for some requests', async () => {
    await start()
    expect((await post(SMALL_BYTES)).body.toString()).toBe(`got ${SMALL_BYTES}`)
    expect((await post(LARGE_BYTES)).status).toBe(413)
    expect((await post(LARGE_BYTES, { cookie: 'session=1' })).body.toString()).toBe(`got ${LARGE_BYTES}`)
    expect((await post(LARGE_BYTES + 1, { cookie: 'session=1' })).status).toBe(413)
  })
})

describe('a request without a body', () => {
  it.each(['POST', 'PUT', 'DELETE'])('is not aborted, and its text is empty (%s)', async (method) => {
    site = await startTestSite(
      async (request) => new Response(`${request.signal.aborted} "${await request.text()}"`),
    )
    const outgoing = request({ port: site.port, path: OFFICE_PATH, method, agent: false })
    // Otherwise node:http adds these headers.
    for (const name of ['content-length', 'transfer-encoding']) outgoing.removeHeader(name)
    const [response] = await once(outgoing.end(), 'response')
    expect(await text(response)).toBe('false ""')
  })

  it('is aborted when the client disconnects', async () => {
    const aborted = Promise.withResolvers<void>()
    const received = Promise.withResolvers<void>()
    site = await startTestSite(async (request) => {
      request.signal.addEventListener('abort', () => aborted.resolve())
      received.resolve()
      await aborted.promise
      return new Response('late')
    })
    const outgoing = request({ port: site.port, path: OFFICE_PATH, agent: false }).on('error', () => {})
    outgoing.end()
    await received.promise
    outgoing.destroy()
    await aborted.promise
  })
})

describe('the time of a body', () => {
  /** Sends all but the last byte. */
  async function sendSlowly(bytes: number, headers: Record<string, string> = {}): Promise<ClientRequest> {
    const outgoing = request({ port: site.port, path: OFFICE_PATH, method: 'POST', agent: false })
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
    outgoing.setHeader('content-length', bytes)
    const received = once(site.server, 'request')
    outgoing.write('a'.repeat(bytes - 1))
    await received
    // Until the server has decided about the size.
    await setImmediate()
    return outgoing
  }

  it('is limited to a minute, for large bodies to ten', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await start()
    const slow = await sendSlowly(1_000)
    const large = await sendSlowly(LARGE_BYTES, { cookie: 'session=1' })
    const failure = once(slow, 'error')
    vi.advanceTimersByTime(61_000)
    expect(await failure).toEqual([expect.objectContaining({ code: 'ECONNRESET' })])
    large.end('a')
    const [response] = await once(large, 'response')
    expect(await text(response)).toBe(`got ${LARGE_BYTES}`)
    expect([site.server.headersTimeout, site.server.requestTimeout]).toEqual([60_000, 600_000])
  })
})
