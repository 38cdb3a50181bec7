import { execFile } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { createOutbound } from './outbound.server.ts'

const REQUEST = { accept: '*/*', maxBytes: 1_000_000 }
const hosts = (...allowed: string[]) => ({ allowedPrivateHosts: new Set(allowed), userAgent: 'Masthead' })
const TIMED_OUT = { kind: 'failed', reason: 'The server did not respond within 0.3 seconds' }
const STOPPED = { kind: 'failed', reason: 'The fetch was stopped', stopped: true }

async function startHoldingServer() {
  const pending: ServerResponse[] = []
  const server = await startLocalServer((_, response) => pending.push(response))
  return Object.assign(server, { respondToNext: () => pending.shift()?.end('done') })
}

describe('createOutbound: timeouts', () => {
  const timeouts = { connect: 10_000, total: 300 }

  it.each<[string, (response: ServerResponse) => void]>([
    ['a server that never responds', () => {}],
    ['a body that never ends', (response) => response.write('<rss>')],
    [
      'a body that drips',
      (response) => {
        const drip = setInterval(() => response.write('.'), 20)
        response.once('close', () => clearInterval(drip))
      },
    ],
    [
      'redirects that are slow together',
      (response) => {
        setTimeout(() => response.writeHead(302, { location: `/${Math.random()}` }).end(), 120)
      },
    ],
  ])('aborts %s after the total timeout', async (_, behave) => {
    await using server = await startLocalServer((_, response) => behave(response))
    const outbound = createOutbound({ ...hosts(server.host), timeouts })
    expect(await outbound.get(server.origin, REQUEST)).toEqual(TIMED_OUT)
    await outbound.close()
  })

  it('times out while connecting', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`
    const outbound = createOutbound({ ...hosts(host), timeouts: { connect: 100, total: 10_000 } })
    expect(await outbound.get(`https://${host}/`, REQUEST)).toEqual({
      kind: 'failed',
      reason: 'Connecting to the server timed out',
    })
    await outbound.close()
    silent.close()
  })

  it('does not count time spent in the queue', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const limits = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => {
      vi.useRealTimers()
      limits.mockRestore()
    })
    await using server = await startHoldingServer()
    const total = 20_000
    const outbound = createOutbound({ ...hosts(server.host), timeouts: { connect: total, total } })
    const outcomes = [1, 2, 3].map(() => outbound.get(server.origin, REQUEST))
    await eventually(() => expect(server.requests).toHaveLength(2))
    vi.advanceTimersByTime(3_600_000)
    expect(limits).toHaveBeenCalledTimes(2)
    server.respondToNext()
    await eventually(() => expect(server.requests).toHaveLength(3))
    for (const _ of ['second', 'third']) server.respondToNext()
    expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(Array(3).fill('ok'))
    expect(limits.mock.calls).toEqual(Array(3).fill([total]))
    await outbound.close()
  })
})

describe('createOutbound: concurrency per host', () => {
  it('sends at most two concurrent requests to a host, in order, without delaying other hosts', async () => {
    await using busy = await startHoldingServer()
    await using other = await startLocalServer((_, response) => response.end())
    const outbound = createOutbound(hosts(busy.host, other.host))
    const outcomes = ['/1', '/2', '/3', '/4'].map((path) => outbound.get(busy.origin + path, REQUEST))
    await eventually(() => expect(busy.requests).toHaveLength(2))
    expect(await outbound.get(other.origin, REQUEST)).toMatchObject({ kind: 'ok' })
    expect(busy.requests).toHaveLength(2)

    for (const count of [3, 4]) {
      busy.respondToNext()
      await eventually(() => expect(busy.requests).toHaveLength(count))
    }
    expect(busy.requests.map(({ url }) => url).slice(2)).toEqual(['/3', '/4'])
    busy.respondToNext()
    busy.respondToNext()
    expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(Array(4).fill('ok'))
    await outbound.close()
  })

  it('does not deadlock when two hosts redirect to each other', async () => {
    let hostOfB = ''
    await using a = await startLocalServer((request, response) => {
      if (request.url === '/start') response.writeHead(302, { location: `http://${hostOfB}/end` })
      response.end()
    })
    await using b = await startLocalServer((request, response) => {
      if (request.url === '/start') response.writeHead(302, { location: `${a.origin}/end` })
      response.end()
    })
    hostOfB = b.host
    const outbound = createOutbound(hosts(a.host, b.host))
    const starts = [a, b, a, b, a, b].map(({ origin }) => outbound.get(`${origin}/start`, REQUEST))
    expect((await Promise.all(starts)).map(({ kind }) => kind)).toEqual(Array(6).fill('ok'))
    await outbound.close()
  })
})

describe('createOutbound: abort and close', () => {
  it('aborts running and queued fetches when their signal is aborted', async () => {
    await using server = await startHoldingServer()
    const outbound = createOutbound(hosts(server.host))
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()]
    const outcomes = [first, second, third].map(({ signal }) =>
      outbound.get(server.origin, { ...REQUEST, signal }),
    )
    await eventually(() => expect(server.requests).toHaveLength(2))

    third.abort()
    expect(await outcomes[2]).toEqual(STOPPED)
    first.abort()
    expect(await outcomes[0]).toEqual(STOPPED)
    expect(server.requests).toHaveLength(2)

    second.abort()
    await outcomes[1]
    await outbound.close()
  })

  it('aborts everything on close and starts nothing afterwards', async () => {
    await using server = await startHoldingServer()
    const outbound = createOutbound(hosts(server.host))
    const outcomes = [1, 2, 3].map(() => outbound.get(server.origin, REQUEST))
    await eventually(() => expect(server.requests).toHaveLength(2))
    await outbound.close()
    expect(await Promise.all(outcomes)).toEqual([STOPPED, STOPPED, STOPPED])
    expect(await outbound.get(server.origin, REQUEST)).toEqual(STOPPED)
    expect(server.requests).toHaveLength(2)
  })

  it('does not keep the process alive once it is closed', async () => {
    await using server = await startLocalServer((_, response) => response.end('here'))
    const script = `
      import { createOutbound } from ${JSON.stringify(new URL('./outbound.server.ts', import.meta.url).href)}
      const outbound = createOutbound({ allowedPrivateHosts: new Set(['${server.host}']), userAgent: 'Masthead' })
      const { kind } = await outbound.get('${server.origin}', { accept: '*/*', maxBytes: 1000 })
      await outbound.close()
      process.stdout.write(kind + ' ' + process.getActiveResourcesInfo().filter((name) => name.includes('TCP')).length)
    `
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      timeout: 20_000,
    })
    expect((await run).stdout).toBe('ok 0')
  })
})
