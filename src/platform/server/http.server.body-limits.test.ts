import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'

const SMALL_BYTES = 65_536
const LARGE_BYTES = SMALL_BYTES + 1
const UPLOAD_PATH = '/api/admin/images'

let site: TestSite
/** Paths of the requests that the application has begun to handle. */
let started: string[]
afterEach(async () => {
  vi.useRealTimers()
  await site.close()
})

/** A site whose requests with a session may be large. */
async function start(): Promise<void> {
  started = []
  const app = async (request: Request) => {
    started.push(new URL(request.url).pathname)
    return new Response(`got ${(await request.text()).length}`)
  }
  site = await startTestSite(app, {
    findLargeBody: async (path, { headers }) => {
      const person = headers.cookie?.replace('session=', '')
      if (!person || !path.startsWith(UPLOAD_PATH)) return null
      return { person, maxBytes: LARGE_BYTES, isStreamed: path.endsWith('streamed') }
    },
  })
}

const post = (bytes: number, headers: Record<string, string> = {}) =>
  site.send(UPLOAD_PATH, {
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
    const outgoing = request({ port: site.port, path: UPLOAD_PATH, method, agent: false })
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
    const outgoing = request({ port: site.port, path: UPLOAD_PATH, agent: false }).on('error', () => {})
    outgoing.end()
    await received.promise
    outgoing.destroy()
    await aborted.promise
  })
})

describe('the time of a body', () => {
  /** Sends all but the last byte. */
  async function sendSlowly(
    bytes: number,
    headers: Record<string, string> = {},
    path = UPLOAD_PATH,
  ): Promise<ClientRequest> {
    const outgoing = request({ port: site.port, path, method: 'POST', agent: false }).on('error', () => {})
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
  it('of a large body is over before the application starts, except for one that it streams', async () => {
    await start()
    const cookie = 'session=ada'
    const large = await sendSlowly(LARGE_BYTES, { cookie })
    await sendSlowly(LARGE_BYTES, { cookie }, `${UPLOAD_PATH}/streamed`)
    await vi.waitFor(() => expect(started).toEqual([`${UPLOAD_PATH}/streamed`]))
    large.end('a')
    const [response] = await once(large, 'response')
    expect(await text(response)).toBe(`got ${LARGE_BYTES}`)
    expect(started).toEqual([`${UPLOAD_PATH}/streamed`, UPLOAD_PATH])
  })

  it('of large bodies delays other large bodies of the same person only', async () => {
    await start()
    const mine = { cookie: 'session=ada' }
    const [first] = [await sendSlowly(LARGE_BYTES, mine), await sendSlowly(LARGE_BYTES, mine)]
    const waiting = post(LARGE_BYTES, mine)
    expect((await post(LARGE_BYTES, { cookie: 'session=ben' })).status).toBe(200)
    expect((await post(SMALL_BYTES, mine)).status).toBe(200)
    expect(started).toHaveLength(2)
    first?.end('a')
    expect((await waiting).status).toBe(200)
  })

  it.each(['', '/streamed'])('of a large body ends when too little arrives (%s)', async (suffix) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await start()
    const slow = await sendSlowly(LARGE_BYTES, { cookie: 'session=ada' }, UPLOAD_PATH + suffix)
    const failure = once(slow, 'error')
    vi.advanceTimersByTime(20_000)
    vi.advanceTimersByTime(20_000)
    expect(await failure).toEqual([expect.objectContaining({ code: 'ECONNRESET' })])
    expect(site.errors).toEqual([])
  })
})
