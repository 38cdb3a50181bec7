import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { IMAGE_UPLOAD_PATH } from '../../src/kernel/paths.ts'
import { checkServer, startSite, withPulse } from './site.mjs'

const CLIENTS = 14
const MEGABYTES = 11
const BYTES = MEGABYTES * 1024 * 1024
const DRIP_MS = 400
/** The server closes connections that bring less than 80 kB in 20 s, two of a person at a time. */
const CUT_SECONDS = 45

const PATHS = {
  imports: '/api/admin/import_subscribers?consent=confirmed',
  images: `${IMAGE_UPLOAD_PATH}?name=tea.jpg`,
  'draft updates': `/api/admin/draft_updates?draft=${crypto.randomUUID()}&document=${crypto.randomUUID()}&seedOf=`,
}

/**
 * One person sends large bodies byte by byte. They hold no connection to the database, delay nobody else, and are cut.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const slowUploads = {
  name: 'slow-uploads',
  title: 'large bodies of staff, byte by byte',
  limitSeconds: 240,
  async run({ attempt, signal }) {
    await using site = await startSite()
    const attacker = await site.signIn('admin')
    const other = await site.signIn('editor')
    const headers = { ...other, origin: site.url, 'content-type': 'image/jpeg' }
    await withPulse(site, attempt, async () => {
      for (const [name, path] of Object.entries(PATHS)) {
        await using clients = new AsyncDisposableStack()
        const closed = []
        for (let client = 0; client < CLIENTS; client++) {
          const socket = clients.adopt(dripBody(site.url, path, attacker), (one) => one.destroy())
          socket.on('close', () => closed.push(client))
        }
        await delay(2_000, undefined, { signal })
        await attempt(`${CLIENTS} ${name}: transactions`, async () => {
          const open = await site.sql(
            "select query from pg_stat_activity where state like 'idle in transaction%' and pid <> pg_backend_pid()",
          )
          if (open.length > 0) throw new Error(`${open.length} are open: ${open[0].query}`)
        })
        await attempt(`${CLIENTS} ${name}: another person's upload`, async () => {
          const body = Buffer.alloc(100_000)
          const { status } = await site.send(PATHS.images, { method: 'POST', headers, body })
          if (status !== 415) throw new Error(`status ${status}`)
        })
        await attempt(`${CLIENTS} ${name}: the admin area`, async () => {
          const { status } = await site.send('/admin', { headers: attacker })
          if (status !== 200) throw new Error(`status ${status}`)
        })
        await attempt(`${CLIENTS} ${name}: slow ones are cut`, async () => {
          for (let second = 0; second < CUT_SECONDS && closed.length < 2; second++)
            await delay(1_000, undefined, { signal })
          if (closed.length < 2) throw new Error(`${closed.length} connections were closed`)
        })
      }
    })
    await checkServer(site, attempt)
  },
}

/** Sends a body at two and a half bytes a second. */
function dripBody(origin, path, { cookie }) {
  const { hostname, port, host } = new URL(origin)
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${origin}`,
    `Cookie: ${cookie}`,
    'Content-Type: text/csv',
    `Content-Length: ${BYTES}`,
  ]
  const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\nemail\n`))
  socket.on('error', () => {})
  const timer = setInterval(() => socket.write('a'), DRIP_MS)
  socket.on('close', () => clearInterval(timer))
  return socket
}
