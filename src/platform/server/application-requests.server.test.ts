import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'

const MAX_RUNNING = 32
const MAX_VISITORS = MAX_RUNNING + 64
const MAX_ACCOUNTS = 8 + 512
const LARGE_BYTES = 65_537
const VISITOR = { cookie: 'theme=dark' }
const ACCOUNT = { cookie: 'session=1' }
const EDITOR = { cookie: 'session=staff' }

let site: TestSite
let held: PromiseWithResolvers<void>
let started: string[]
afterEach(() => site.close())

/** Requests of paths below /api/held wait for `held`. */
async function start(options: Parameters<typeof startTestSite>[1] = {}): Promise<void> {
  held = Promise.withResolvers<void>()
  started = []
  site = await startTestSite(async ({ url }) => {
    started.push(url)
    if (url.includes('/api/held')) await held.promise
    return new Response('done')
  }, options)
}

const sendHeld = (count: number, headers: Record<string, string>) =>
  Array.from({ length: count }, () => site.send('/api/held', { headers }).then(({ status }) => status))

async function isAccepted(headers: Record<string, string>): Promise<boolean> {
  return (await site.send('/api/x', { headers })).status === 200
}

describe('requests for the application', () => {
  it('run a limited number at once; beyond those that may wait, they get 503 with Retry-After', async () => {
    await start()
    const statuses = sendHeld(MAX_VISITORS + 5, VISITOR)
    expect(await Promise.race(statuses)).toBe(503)
    const { headers, body } = await site.send('/api/x', { headers: VISITOR })
    expect(headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' })
    expect(body.toString()).toContain('Too many people are reading at the moment.')
    expect(started).toHaveLength(MAX_RUNNING)
    held.resolve()
    const counts = Map.groupBy(await Promise.all(statuses), (status) => status)
    expect([counts.get(200)?.length, counts.get(503)?.length]).toEqual([MAX_VISITORS, 5])
    expect(await isAccepted(VISITOR)).toBe(true)
    expect(site.errors).toEqual([])
  })

  it('are rejected one per turn of the event loop, so that clients that repeat them take little time', async () => {
    await start()
    const statuses = sendHeld(MAX_VISITORS, VISITOR)
    await eventually(() => expect(site.outcomes).toHaveLength(MAX_VISITORS))
    let turn = 0
    let counting = setImmediate(function count() {
      turn += 1
      counting = setImmediate(count)
    })
    const turns: number[] = []
    site.server.on('request', (_, response: ServerResponse) => {
      const writeHead = response.writeHead.bind(response)
      response.writeHead = ((...head: Parameters<typeof writeHead>) => {
        turns.push(turn)
        return writeHead(...head)
      }) as typeof response.writeHead
    })
    const sockets = Array.from({ length: 50 }, () => connect(site.port, '127.0.0.1'))
    const rejectAll = () =>
      Promise.all(
        sockets.map(async (socket) => {
          socket.write('POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n')
          expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 503 /)
        }),
      )
    // The server accepts one connection per turn, but reads from all of them.
    await rejectAll()
    turns.length = 0
    await rejectAll()
    for (const socket of sockets) socket.destroy()
    clearImmediate(counting)
    expect(turns).toHaveLength(50)
    expect(new Set(turns).size).toBe(50)
    held.resolve()
    await Promise.all(statuses)
  })

  it('of visitors take no places of people who are signed in', async () => {
    await start()
    const statuses = sendHeld(MAX_VISITORS + 1, VISITOR)
    expect(await Promise.race(statuses)).toBe(503)
    expect(await isAccepted(ACCOUNT)).toBe(true)
    held.resolve()
    await Promise.all(statuses)
  })

  it('that wait for turns of their own take no places of others', async () => {
    await start({ hasOwnTurns: (path) => path === '/api/held' })
    const body = Array.from({ length: 200 }, () =>
      site.send('/api/held', { method: 'POST', headers: VISITOR }).then(({ status }) => status),
    )
    await eventually(() => expect(started).toHaveLength(200))
    for (const headers of [VISITOR, ACCOUNT, EDITOR]) expect(await isAccepted(headers)).toBe(true)
    held.resolve()
    expect(new Set(await Promise.all(body))).toEqual(new Set([200]))
  })

  it('of people who are signed in take no places of people with access to the admin area', async () => {
    await start()
    const statuses = sendHeld(MAX_ACCOUNTS + 1, ACCOUNT)
    expect(await Promise.race(statuses)).toBe(503)
    expect(await isAccepted(EDITOR)).toBe(true)
    held.resolve()
    await Promise.all(statuses)
  })

  it.each([
    ['visitors', VISITOR, 16],
    ['people who are signed in', ACCOUNT, 4],
    ['people with access to the admin area', EDITOR, 16],
  ])(
    'of %s behind one address wait for each other, not for those of others',
    async (_, cookie, maxRunning) => {
      await start({ trustedProxies: 1 })
      const statuses = sendHeld(60, { ...cookie, 'x-forwarded-for': '8.8.8.8' })
      await eventually(() => expect(site.outcomes).toHaveLength(60))
      expect(started).toHaveLength(maxRunning)
      expect(await isAccepted({ ...cookie, 'x-forwarded-for': '8.8.4.4' })).toBe(true)
      held.resolve()
      expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
    },
  )

  it('look up a session once, also for calls', async () => {
    let lookups = 0
    await start({
      hasSession: async () => {
        lookups += 1
        return true
      },
    })
    expect((await site.send('/_serverFn/abc', { headers: ACCOUNT })).status).toBe(200)
    expect(lookups).toBe(1)
  })

  it('take no place while their bodies arrive', async () => {
    await start()
    const sockets = Array.from({ length: MAX_VISITORS + 1 }, () =>
      connect(site.port, '127.0.0.1').on('error', () => {}),
    )
    for (const socket of sockets)
      socket.write('POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf')
    await eventually(() => expect(site.outcomes).toHaveLength(sockets.length))
    expect(await isAccepted(VISITOR)).toBe(true)
    const [first] = sockets
    first?.write(' whole')
    expect(String(await once(first ?? site.server, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of sockets) socket.destroy()
  })

  it('with large bodies are allowed for people who are signed in only', async () => {
    const lookups: (string | undefined)[] = []
    await start({
      findLargeBody: async (_path, { headers }) => {
        lookups.push(headers.cookie)
        return { maxBytes: LARGE_BYTES, person: 'ada', isStreamed: false }
      },
    })
    const upload = (headers: Record<string, string>) =>
      site.send('/api/x', {
        method: 'POST',
        headers: { ...headers, 'content-length': String(LARGE_BYTES) },
        body: 'a'.repeat(LARGE_BYTES),
      })
    expect((await upload(ACCOUNT)).status).toBe(200)
    expect((await upload(VISITOR)).status).toBe(413)
    expect(new Set(lookups)).toEqual(new Set([ACCOUNT.cookie]))
  })

  it('take no place while their responses are sent', async () => {
    const parts: ReadableStreamDefaultController[] = []
    site = await startTestSite(
      async ({ url }) =>
        new Response(
          url.includes('stream')
            ? new ReadableStream({
                start(controller) {
                  parts.push(controller)
                  controller.enqueue(Buffer.from('part'))
                },
              })
            : 'done',
        ),
    )
    const responses = Array.from({ length: MAX_RUNNING }, () => site.send('/api/stream'))
    await eventually(() => expect(parts).toHaveLength(MAX_RUNNING))
    expect(await isAccepted(VISITOR)).toBe(true)
    for (const part of parts) part.close()
    for (const { body } of await Promise.all(responses)) expect(body.toString()).toBe('part')
  })
})
