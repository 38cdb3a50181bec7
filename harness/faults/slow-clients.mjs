import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { checkServer, startSite, withPulse } from './site.mjs'

const CLIENTS = 150
const SECONDS = 12
const MAX_MEMORY_GROWTH_MB = 150
const MB = 1024 * 1024

/**
 * Clients that hold connections open at little cost: they send headers or bodies byte by byte, or do not read.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const slowClients = {
  name: 'slow-clients',
  title: 'slow clients (headers, bodies, unread responses)',
  limitSeconds: 120,
  async run({ attempt, signal }) {
    await using site = await startSite()
    const before = await site.metric('process_resident_memory_bytes')
    await using clients = new AsyncDisposableStack()
    await withPulse(site, attempt, async () => {
      const host = new URL(site.url).host
      const starts = {
        'slow headers': `GET / HTTP/1.1\r\nHost: ${host}\r\nX: `,
        'slow bodies': `POST /newsletter HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n`,
        'slow beacons': `POST /api/beacon HTTP/1.1\r\nHost: ${host}\r\nContent-Type: text/plain\r\nContent-Length: 2000\r\n\r\n`,
        'unread responses': `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(40),
      }
      for (const [name, start] of Object.entries(starts))
        await attempt(`${CLIENTS} clients with ${name}`, async () => {
          for (let client = 0; client < CLIENTS; client++)
            clients.adopt(openSlowly(site.url, start, name !== 'unread responses'), (socket) =>
              socket.destroy(),
            )
          const { status } = await site.send('/')
          if (status !== 200) throw new Error(`status ${status}`)
        })
      await delay(SECONDS * 1000, undefined, { signal }).catch(() => {})
    })
    await attempt('memory afterwards', async () => {
      const growthMb = ((await site.metric('process_resident_memory_bytes')) - before) / MB
      if (growthMb > MAX_MEMORY_GROWTH_MB) throw new Error(`${growthMb.toFixed(0)} MB more`)
    })
    await checkServer(site, attempt)
  },
}

/** Sends `start`, then a byte each second, and reads nothing. */
function openSlowly(origin, start, isDripping) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname, () => socket.write(start))
  socket.on('error', () => {})
  const timer = setInterval(() => isDripping && socket.write('a'), 1_000)
  socket.on('close', () => clearInterval(timer))
  return socket.pause()
}
