import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#platform/testing/free-port.ts'
import { hasNginx, startNginx } from '#platform/testing/nginx.ts'
import { keepAlive, numbers, send } from '../shared/client.mjs'
import { openEditor } from '../shared/editor.mjs'
import { startPostgres } from '../shared/postgres.mjs'
import { signInAs, startSite } from '../shared/site.mjs'
import { checkServer } from './site-class.mjs'

const READERS = 50
const EDITORS = 10
const GRACE_SECONDS = '2'
const SETTLE_MS = 1_000
const READ_INTERVAL_MS = 20

/**
 * Restarts two servers one after the other behind nginx, which notices that a server stops when it accepts no more
 * connections, while readers with keep-alive connections read and editors save.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const rollingRestart = {
  name: 'restart',
  title: 'rolling restart behind nginx',
  limitSeconds: 120,
  missing: hasNginx ? undefined : 'nginx is not installed',
  run,
}

async function run({ attempt, signal }) {
  await using closing = new AsyncDisposableStack()
  const postgres = await startPostgres(closing)
  const start = (port) =>
    startSite({ PORT: String(port), DATABASE_URL: postgres.url, SHUTDOWN_GRACE_SECONDS: GRACE_SECONDS })
  const backends = []
  closing.defer(() => Promise.all(backends.map(({ site }) => site[Symbol.asyncDispose]())))
  while (backends.length < 2) {
    const port = await freePort()
    backends.push({ port, site: await start(port) })
  }
  const nginx = closing.use(await startNginx(({ port }) => configuration(port, backends)))
  const people = []
  for (const n of numbers(EDITORS))
    people.push(await signInAs(backends[0].site, 'author', `author-${n}@example.org`))
  const saved = []
  let isDone = false
  const repeat = async (label, work) => {
    while (!isDone && !signal.aborted) await attempt(label, work)
  }
  /** A client with one connection to each address. */
  const openClient = () => {
    const agent = keepAlive(1)
    return { url: nginx.url, send: (path, options) => send(nginx.url, path, { ...options, agent }) }
  }
  const readers = numbers(READERS).map(() => {
    const client = openClient()
    return repeat('a reader', async () => {
      await delay(READ_INTERVAL_MS)
      const { status } = await client.send('/')
      if (status !== 200) throw new Error(`status ${status}`)
    })
  })
  const editors = people.map((cookies) => {
    const editor = openEditor(openClient(), cookies)
    return repeat('an editor', async () => {
      const { id } = await editor.createDraft({ title: 'Saved' })
      saved.push(id)
    })
  })
  for (const backend of backends) {
    await delay(SETTLE_MS)
    await backend.site[Symbol.asyncDispose]()
    backend.site = await start(backend.port)
  }
  await delay(SETTLE_MS)
  isDone = true
  await Promise.all([...readers, ...editors])

  await attempt('saved drafts', async () => {
    const stored = await postgres.sql('select from drafts where version = 1 and id = any($1)', [saved])
    if (saved.length === 0 || stored.length < saved.length)
      throw new Error(`${saved.length - stored.length} of ${saved.length} were lost`)
  })
  await checkServer(backends[0].site, attempt)
}

/** As docs/operations.md recommends. */
function configuration(port, backends) {
  return `upstream masthead {
    ${backends.map((backend) => `server 127.0.0.1:${backend.port} max_fails=0;`).join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://masthead;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
    }
  }`
}
