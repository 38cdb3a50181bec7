// Restarts two processes behind nginx, one after the other, under load. Usage: node bench/rolling-restart.mjs
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.server.ts'
import { startProcess } from './processes.mjs'

const READERS = 50
const EDITORS = 10
const PROXY_PORT = 4380
const PORTS = [4381, 4382]
const SECONDS_BETWEEN_RESTARTS = 2
const EDITOR = { email: 'editor@example.org', password: 'correct horse battery staple' }

const folder = await mkdtemp(join(tmpdir(), 'masthead-restart-'))
const closing = new AsyncDisposableStack()
try {
  await restartUnderLoad()
} finally {
  await closing.disposeAsync()
  await rm(folder, { recursive: true, force: true })
}

async function restartUnderLoad() {
  const postgres = await openEmbeddedPostgres({ dataDir: folder, log: () => {} })
  closing.defer(() => postgres.close())
  const start = (port) =>
    startProcess(process.execPath, ['bin/masthead.mjs', 'start'], {
      env: {
        DATABASE_URL: postgres.url,
        DATA_DIR: join(folder, 'data'),
        PORT: String(port),
        HOST: '127.0.0.1',
        SITE_URL: `http://localhost:${PROXY_PORT}`,
        NEWS_FETCH: 'off',
        NODE_ENV: 'production',
        ADMIN_EMAIL: EDITOR.email,
        ADMIN_PASSWORD: EDITOR.password,
      },
      parseLine: (line) => line.includes('Masthead is at') || undefined,
    })
  const servers = [await start(PORTS[0]), await start(PORTS[1])]
  closing.defer(() => Promise.all(servers.map((server) => server.stop())))
  await startNginx()

  const agent = new Agent({ keepAlive: true, maxSockets: READERS + EDITORS })
  closing.defer(() => agent.destroy())
  const results = new Map()
  let isOver = false
  const repeat = async (kind, work) => {
    while (!isOver) {
      const result = `${kind} ${await work()}`
      results.set(result, (results.get(result) ?? 0) + 1)
    }
  }
  const cookie = await signIn(agent)
  const editors = Array.from({ length: EDITORS }, (_, i) =>
    repeat('save', () =>
      send(agent, 'POST', '/api/auth/update-user', { cookie }, { name: `Editor ${i}` }).then(statusOf),
    ),
  )
  const readers = Array.from({ length: READERS }, (_, i) =>
    repeat('read', () => send(agent, 'GET', i % 2 ? '/' : '/sport').then(statusOf)),
  )
  for (const [index, port] of PORTS.entries()) {
    await delay(SECONDS_BETWEEN_RESTARTS * 1_000)
    await servers[index].stop()
    servers[index] = await start(port)
  }
  await delay(SECONDS_BETWEEN_RESTARTS * 1_000)
  isOver = true
  await Promise.all([...editors, ...readers])
  for (const [result, count] of [...results].toSorted()) console.log(`${result.padEnd(30)} ${count}`)
  if ([...results.keys()].some((result) => !result.endsWith(' 200'))) process.exitCode = 1
}

async function startNginx() {
  const upstream = PORTS.map((port) => `server 127.0.0.1:${port};`).join(' ')
  const config = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http {
      access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
      uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
      upstream masthead { ${upstream} keepalive 32; }
      server {
        listen 127.0.0.1:${PROXY_PORT};
        location / {
          proxy_pass http://masthead; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header Host $http_host;
        }
      }
    }`
  await writeFile(join(folder, 'nginx.conf'), config)
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' })
  nginx.once('error', () => console.error('nginx is missing. Install it with "apt-get install nginx".'))
  closing.defer(() => nginx.kill('SIGTERM'))
  await delay(500)
}

async function signIn(agent) {
  const { headers, status, text } = await send(agent, 'POST', '/api/auth/sign-in/email', {}, EDITOR)
  if (status !== 200) throw new Error(`Failed to sign in: ${status} ${text}`)
  return headers['set-cookie'].map((cookie) => cookie.split(';', 1)[0]).join('; ')
}

const statusOf = ({ status }) => status

/** @returns {Promise<{ status: number | string, headers: object, text: string }>} the error's code if the request failed */
function send(agent, method, path, headers = {}, body) {
  const { promise, resolve } = Promise.withResolvers()
  const fail = (error) => resolve({ status: error.code ?? error.message, headers: {}, text: '' })
  const origin = `http://localhost:${PROXY_PORT}`
  const json = body && JSON.stringify(body)
  const jsonHeaders = json
    ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json), origin }
    : {}
  const outgoing = request(
    {
      host: '127.0.0.1',
      port: PROXY_PORT,
      path,
      method,
      agent,
      headers: { host: `localhost:${PROXY_PORT}`, ...jsonHeaders, ...headers },
    },
    async (incoming) => {
      try {
        const chunks = await Array.fromAsync(incoming)
        resolve({
          status: incoming.statusCode,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString(),
        })
      } catch (error) {
        fail(error)
      }
    },
  )
  outgoing.on('error', fail).end(json)
  return promise
}
