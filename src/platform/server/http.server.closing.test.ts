import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'
import { createHealth } from './monitoring.server.ts'

function keepConnection(site: TestSite): Socket {
  const socket = connect(site.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  return socket
}

/** Waits without timers: `eventually` and `expect.poll` would advance the fake ones. */
async function stopsListening({ server }: TestSite): Promise<void> {
  for (let turn = 0; server.listening && turn < 10_000; turn += 1) await nextTurn()
  expect(server.listening).toBe(false)
}

async function timed(work: Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work
  return performance.now() - start
}

describe('closing the server', () => {
  // The grace period does not end, except where a test advances the time.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('does not wait for idle connections', async () => {
    const site = await startTestSite(async () => new Response('fine'))
    const socket = keepConnection(site)
    await once(socket, 'data')
    await site.close()
    await expect(site.send('/')).rejects.toThrow('ECONNREFUSED')
  })

  it('finishes a running response without waiting for its idle connection', async () => {
    const pending = Promise.withResolvers<Response>()
    const requested = Promise.withResolvers<void>()
    const site = await startTestSite(() => {
      requested.resolve()
      return pending.promise
    })
    const socket = keepConnection(site)
    await requested.promise
    const closed = site.close()
    pending.resolve(new Response('finished'))
    const [data] = await once(socket, 'data')
    expect(data.toString()).toContain('finished')
    await closed
  })

  it('responds to an idle connection that sends a request after the listener closed', async () => {
    const site = await startTestSite(async () => new Response('fine'))
    const socket = keepConnection(site)
    await once(socket, 'data')
    // Longer than the test may take: closing does not wait longer than the last connection.
    const closed = site.close(60_000)
    await stopsListening(site)
    await expect(site.send('/')).rejects.toThrow('ECONNREFUSED')
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const [data] = await once(socket, 'data')
    expect(data.toString()).toMatch(/^HTTP\/1.1 200 .*connection: close/is)
    await closed
  })

  it('closes idle connections after the time for their last request', async () => {
    const site = await startTestSite(async () => new Response('fine'))
    const socket = keepConnection(site)
    await once(socket, 'data')
    const [milliseconds] = await Promise.all([timed(site.close(200)), once(socket, 'close')])
    expect(milliseconds).toBeGreaterThan(190)
  })

  it.each([
    ['', 0],
    [', also if the process is paused', 5_000],
  ])('accepts connections that were opened before the listener closes%s', async (_, pauseMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const site = await startTestSite(async () => new Response('fine'))
    const sockets = Array.from({ length: 100 }, () => keepConnection(site))
    // The connections are open for the operating system, and the server has not been notified.
    await new Promise((resolve) => process.nextTick(resolve))
    const responses = Promise.all(sockets.map((socket) => once(socket, 'data')))
    const closed = site.close()
    vi.advanceTimersByTime(pauseMs)
    await closed
    for (const [data] of await responses) expect(data.toString()).toContain('200 OK')
  })

  it('aborts requests that exceed the grace period', async () => {
    const requested = Promise.withResolvers<void>()
    const site = await startTestSite(() => {
      requested.resolve()
      return new Promise<Response>(() => {})
    })
    const socket = keepConnection(site)
    await requested.promise
    const closed = Promise.all([site.close(), once(socket, 'close')])
    await stopsListening(site)
    const abort = vi.spyOn(site.server, 'closeAllConnections')
    vi.advanceTimersByTime(2_999)
    expect(abort).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    await closed
  })
})

describe('before the server stops', () => {
  it('responds with Connection: close, is not ready, and accepts new connections', async () => {
    let isDraining = false
    await using site = await startTestSite(
      async () => {
        addPageTags('articles')
        return new Response('page')
      },
      {
        isDraining: () => isDraining,
        probes: [
          createHealth(
            async () => false,
            () => isDraining,
          ),
        ],
      },
    )
    const read = async (path: string) => {
      const { status, headers } = await site.send(path, { headers: { connection: 'keep-alive' } })
      return `${status} ${headers.connection}`
    }
    const open = keepConnection(site)
    await once(open, 'data')
    expect([await read('/'), await read('/readyz')]).toEqual(['200 keep-alive', '200 keep-alive'])

    isDraining = true
    expect([await read('/'), await read('/uncached'), await read('/api/x'), await read('/livez')]).toEqual(
      Array(4).fill('200 close'),
    )
    expect(await read('/readyz')).toBe('503 close')
    open.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const [data] = await once(open, 'data')
    expect(data.toString()).toMatch(/connection: close/i)
    await once(open, 'close')
  })

  it('fails no request of keep-alive clients that follow the readiness', async () => {
    let isDraining = false
    const app = async (request: Request) => new Response(await request.text())
    const isReady = createHealth(
      async () => false,
      () => isDraining,
    )
    const stopping = await startTestSite(app, { isDraining: () => isDraining, probes: [isReady] })
    await using remaining = await startTestSite(app)
    const agent = new Agent({ keepAlive: true })
    const results: string[] = []
    let [port, isOver] = [stopping.port, false]
    const reach = (count: number) =>
      expect.poll(() => results.length, { interval: 1, timeout: 10_000 }).toBeGreaterThanOrEqual(count)
    onTestFinished(() => {
      isOver = true
    })
    const client = async (method: string) => {
      while (!isOver) results.push(await sendOverKeptConnection(agent, port, method))
    }
    const clients = Array.from({ length: 20 }, (_, i) => client(i % 4 ? 'GET' : 'POST'))
    await reach(200)
    isDraining = true
    await expect.poll(async () => (await stopping.send('/readyz')).status).toBe(503)
    const countBefore = results.length
    // The load balancer notices it a little later.
    await reach(countBefore + 200)
    port = remaining.port
    // The grace period lasts longer than the requests that were on their way.
    await reach(countBefore + 400)
    await stopping.close()
    await reach(countBefore + 600)
    isOver = true
    await Promise.all(clients)
    agent.destroy()
    expect(new Set(results)).toEqual(new Set(['200']))
  })
})

/** @returns the status, or the error's code */
function sendOverKeptConnection(agent: Agent, port: number, method: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
  const path = method === 'POST' ? '/newsletter' : '/api/x'
  const outgoing = request({ host: '127.0.0.1', port, agent, path, method }, (incoming) => {
    text(incoming).then(() => resolve(String(incoming.statusCode)), fail)
  })
  outgoing.on('error', fail).end(method === 'POST' ? 'email=a' : undefined)
  return promise
}
