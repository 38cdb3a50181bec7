import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'

function keepConnection(site: TestSite): Socket {
  const socket = connect(site.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  return socket
}

async function timed(work: Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work
  return performance.now() - start
}

describe('closing the server', () => {
  it('does not wait for idle connections', async () => {
    const site = await startTestSite(async () => new Response('fine'))
    const socket = keepConnection(site)
    await once(socket, 'data')
    expect(await timed(site.close())).toBeLessThan(500)
    await expect(site.ask('/')).rejects.toThrow('ECONNREFUSED')
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
    const closed = timed(site.close())
    pending.resolve(new Response('finished'))
    const [data] = await once(socket, 'data')
    expect(data.toString()).toContain('finished')
    expect(await closed).toBeLessThan(500)
  })

  it('aborts requests that exceed the grace period', async () => {
    const requested = Promise.withResolvers<void>()
    const site = await startTestSite(() => {
      requested.resolve()
      return new Promise<Response>(() => {})
    })
    const socket = keepConnection(site)
    await requested.promise
    const [milliseconds] = await Promise.all([timed(site.close()), once(socket, 'close')])
    expect(milliseconds).toBeGreaterThan(2_900)
    expect(milliseconds).toBeLessThan(5_000)
  })
})
