import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { parseEnv } from '#platform/process/env.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { openDevSite } from './dev.ts'
import { createFindRoute } from './find-route.server.ts'

const MODULE = '/src/app/client.tsx'
const WITHDRAWN = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const FIELDS = '{"title":"Tea","author":"","category":"News"}'

const closing = new AsyncDisposableStack()
let database: TestDatabase
let port: number
let renders = 0

async function renderPage(received: Request): Promise<Response> {
  addPageTags('articles')
  renders += 1
  const { pathname } = new URL(received.url)
  const status = pathname === '/404' ? 404 : 200
  return new Response(`page ${pathname}`, { status, headers: { 'content-type': 'text/html' } })
}

beforeAll(async () => {
  database = await createTestDatabase()
  closing.defer(() => database.drop())
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-dev-'))
  closing.defer(() => rm(dataDir, { recursive: true }))
  const variables = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SAMPLE_EDITION: 'off',
    LOG_LEVEL: 'silent',
    SITE_URL: 'https://news.example.org',
    TRUST_PROXY: 'on',
  }
  const application = { fetch: renderPage, findRoute: createFindRoute() }
  const site = await openDevSite(application, 3000, parseEnv(variables))
  closing.defer(() => site.close())
  const server = closing.use(
    await startLocalServer((received, response) =>
      site.handle(received, response, () => {
        if (received.url === MODULE) response.end('a module')
        else site.resume(received)
      }),
    ),
  )
  port = server.port
})
afterAll(() => closing.disposeAsync())

async function send(path: string, { method = 'GET', headers = {} } = {}) {
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end()
  const [response] = await once(sent, 'response')
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

it.each([
  ['GET', '/livez', 200],
  ['GET', '/readyz', 200],
  ['GET', '/metrics', 200],
  ['HEAD', '/api/live', 200],
  ['HEAD', '/api/admin/live', 401],
  ['POST', '/api/beacon', 400],
  ['GET', '/media/none/0123/3x2-320.avif', 404],
  ['GET', '/storage/article-images/none.webp', 404],
  ['POST', '/news', 405],
  ['GET', '//news', 308],
  ['GET', '/%zz', 400],
  ['GET', `/${'x'.repeat(5_000)}`, 414],
])('npm run dev responds to %s %.40s as npm start does, without a render', async (method, path, status) => {
  const before = renders
  expect(await send(path, { method })).toMatchObject({ status })
  expect(renders).toBe(before)
})

it('renders pages with security headers, each time', async () => {
  const before = renders
  for (const _ of ['first', 'second']) {
    const { status, headers, body } = await send('/news')
    expect({ status, body }).toEqual({ status: 200, body: 'page /news' })
    expect(headers['content-security-policy']).toContain("default-src 'self'")
  }
  expect(renders).toBe(before + 2)
})

it('leaves modules to Vite', async () => {
  expect(await send(MODULE)).toMatchObject({ status: 200, body: 'a module' })
})

it.each([MODULE, '/news'])('rejects requests of %s for another host', async (path) => {
  expect(await send(path, { headers: { host: 'evil.example' } })).toMatchObject({ status: 421 })
})

it('redirects to https, and sends Strict-Transport-Security', async () => {
  const headers = { host: 'news.example.org' }
  const location = 'https://news.example.org/news'
  expect(await send('/news', { headers })).toMatchObject({ status: 308, headers: { location } })
  const secure = await send('/news', { headers: { ...headers, 'x-forwarded-proto': 'https' } })
  expect(secure).toMatchObject({ status: 200, headers: { 'strict-transport-security': 'max-age=31536000' } })
})

it('shares the page of unknown addresses', async () => {
  expect(await send('/nowhere/at/all')).toMatchObject({ status: 404, body: 'page /404' })
})

it('responds with 410 to a withdrawn article', async () => {
  const { pool } = database
  await pool.query('insert into drafts (id, fields) values ($1, $2)', [WITHDRAWN, FIELDS])
  await pool.query(
    `insert into publications (id, article_id, kind, state, planned_at, reason)
     values (gen_random_uuid(), $1, 'withdraw', 'done', now(), 'Legal reasons')`,
    [WITHDRAWN],
  )
  const { status, body } = await send(`/article/${WITHDRAWN}`)
  expect(status).toBe(410)
  expect(body).toContain('Legal reasons')
})

it('responds with 503 during maintenance, except to requests for modules and the admin area', async () => {
  await database.pool.query(
    `insert into site_settings (setting_name, setting_value) values ('maintenance_mode', 'true')
     on conflict (setting_name) do update set setting_value = excluded.setting_value`,
  )
  await eventually(async () =>
    expect(await send('/news')).toMatchObject({ status: 503, headers: { 'x-maintenance': 'on' } }),
  )
  expect(await send(MODULE)).toMatchObject({ status: 200, body: 'a module' })
  expect(await send('/admin')).toMatchObject({ status: 200, body: 'page /admin' })
})
