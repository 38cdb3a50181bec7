import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { numbers } from '../shared/client.mjs'
import { siteClass } from './site-class.mjs'

const CLIENTS = 150
const SECONDS = 12
const MAX_MEMORY_GROWTH_MB = 150

/** Sends `start`, and then a byte at an interval. */
function openSlowly(clients, origin, start, intervalMs) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.write(start)
  const timer = intervalMs && setInterval(() => socket.write('a'), intervalMs)
  socket.on('close', () => clearInterval(timer))
  return clients.adopt(socket, () => socket.destroy())
}

/** Clients that hold connections open at little cost: they send headers or bodies byte by byte, or do not read. */
export const slowClients = siteClass({
  name: 'slow-clients',
  title: 'slow clients (headers, bodies, unread responses)',
  limitSeconds: 120,
  async run({ site, attempt, signal }) {
    const before = await site.memoryMb()
    await using clients = new AsyncDisposableStack()
    const host = `Host: ${new URL(site.url).host}\r\n`
    const starts = {
      'slow headers': `GET / HTTP/1.1\r\n${host}X: `,
      'slow bodies': `POST /newsletter HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n`,
      'slow beacons': `POST /api/beacon HTTP/1.1\r\n${host}Content-Type: text/plain\r\nContent-Length: 2000\r\n\r\n`,
      'unread responses': `GET / HTTP/1.1\r\n${host}\r\n`.repeat(40),
    }
    for (const [name, start] of Object.entries(starts))
      await attempt(`${CLIENTS} clients with ${name}`, async () => {
        const intervalMs = name === 'unread responses' ? undefined : 1_000
        for (const _ of numbers(CLIENTS)) openSlowly(clients, site.url, start, intervalMs).pause()
        await site.expect(200, '/')
      })
    await delay(SECONDS * 1000, undefined, { signal })
    await attempt('memory afterwards', async () => {
      const growthMb = (await site.memoryMb()) - before
      if (growthMb > MAX_MEMORY_GROWTH_MB) throw new Error(`${growthMb.toFixed(0)} MB more`)
    })
  },
})
