import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseEnv } from '#platform/env.server.ts'
import { closeServer, listen } from '#platform/listener/http.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { openDevSite } from './dev.ts'

const closing = new AsyncDisposableStack()
let origin: string

beforeAll(async () => {
  const database = await createTestDatabase()
  closing.defer(() => database.drop())
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-dev-'))
  closing.defer(() => rm(dataDir, { recursive: true }))
  const variables = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SAMPLE_EDITION: 'off',
    LOG_LEVEL: 'silent',
  }
  const site = await openDevSite(3000, parseEnv(variables))
  closing.defer(() => site.close())
  const server = createServer(async (request, response) => {
    if (!(await site.handle(request, response))) response.end('a page from Vite')
  })
  await listen(server, 0, '127.0.0.1')
  closing.defer(() => closeServer(server))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => closing.disposeAsync())

it.each([
  ['GET', '/livez', 200],
  ['GET', '/readyz', 200],
  ['GET', '/metrics', 200],
  ['HEAD', '/api/live', 200],
  ['HEAD', '/api/admin/live', 401],
  ['POST', '/api/beacon', 400],
  ['GET', '/media/none/0123/3x2-320.avif', 404],
  ['GET', '/storage/article-images/none.webp', 404],
])('npm run dev responds to %s %s as npm start does', async (method, path, status) => {
  const response = await fetch(origin + path, { method, redirect: 'manual' })
  expect([response.status, await response.text()]).not.toContain('a page from Vite')
  expect(response.status).toBe(status)
})

it('leaves pages to Vite', async () => {
  expect(await (await fetch(`${origin}/news`)).text()).toBe('a page from Vite')
})
