import { setTimeout as delay } from 'node:timers/promises'
import { appendAddress } from '#features/collaboration/rules/append-address.ts'
import { IMAGE_UPLOAD_PATH } from '#kernel/paths.ts'
import { numbers, openSocket } from '../shared/client.mjs'
import { until } from '../shared/until.mjs'
import { siteClass } from './site-class.mjs'

const MB = 1024 * 1024
const CLIENTS = 150
const SECONDS = 12
const MAX_MEMORY_GROWTH_MB = 150

const UPLOADS = 14
const SETTLE_MS = 2_000
/** The server closes connections that bring less than 80 kB in 20 s, two of a person at a time. */
const CUT_LIMIT_MS = 45_000
const IMAGES_PATH = `${IMAGE_UPLOAD_PATH}?name=tea.jpg`
/** The declared lengths are those that the server accepts. */
const UPLOAD_KINDS = {
  imports: { path: '/api/admin/import_subscribers?consent=confirmed', bytes: 11 * MB },
  images: { path: IMAGES_PATH, bytes: 11 * MB },
  'changes of a draft': { path: appendAddress({ draft: crypto.randomUUID() }), bytes: MB - 1 },
}

/** Sends `start`, and then a byte at an interval. */
function openSlowly(clients, origin, start, intervalMs) {
  const socket = openSocket(origin)
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

/** One person sends large bodies byte by byte. They hold no transaction open, delay nobody else, and are cut. */
export const slowUploads = siteClass({
  name: 'slow-uploads',
  title: 'large bodies of staff, byte by byte',
  limitSeconds: 240,
  async run({ site, attempt, signal }) {
    const attacker = await site.signIn('admin')
    const other = await site.signIn('editor')
    const headers = { ...other, origin: site.url, 'content-type': 'image/jpeg' }
    for (const [name, { path, bytes }] of Object.entries(UPLOAD_KINDS)) {
      await using clients = new AsyncDisposableStack()
      let closed = 0
      const start = [
        `POST ${path} HTTP/1.1`,
        `Host: ${new URL(site.url).host}`,
        `Origin: ${site.url}`,
        `Cookie: ${attacker.cookie}`,
        'Content-Type: text/csv',
        `Content-Length: ${bytes}\r\n\r\nemail\n`,
      ].join('\r\n')
      for (const _ of numbers(UPLOADS))
        openSlowly(clients, site.url, start, 400).on('close', () => {
          closed += 1
        })
      await delay(SETTLE_MS, undefined, { signal })
      await attempt(`${UPLOADS} ${name}: transactions`, async () => {
        const open = await site.sql(
          "select query from pg_stat_activity where state like 'idle in transaction%' and pid <> pg_backend_pid()",
        )
        if (open.length > 0) throw new Error(`${open.length} are open: ${open[0].query}`)
      })
      await attempt(`${UPLOADS} ${name}: another person's upload`, () =>
        site.expect(415, IMAGES_PATH, { method: 'POST', headers, body: Buffer.alloc(100_000) }),
      )
      await attempt(`${UPLOADS} ${name}: the admin area`, () =>
        site.expect(200, '/admin', { headers: attacker }),
      )
      await attempt(`${UPLOADS} ${name}: slow ones are cut`, () =>
        until(CUT_LIMIT_MS, async () => closed >= 2),
      )
    }
  },
})
