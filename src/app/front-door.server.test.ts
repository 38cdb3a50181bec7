import type { IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseEnv } from '#platform/env.server.ts'
import { createPageCache } from '#platform/pages/page-cache.server.ts'
import { createStoredPage } from '#platform/pages/stored-page.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { type FrontDoor, openFrontDoor } from './front-door.server.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

const cache = createPageCache({ maxBytes: 1024 * 1024 })
const request = (host: string) => ({ rawHeaders: ['Host', host], headers: {} }) as IncomingMessage
const set = (name: string, value: string) =>
  database.pool.query('update site_settings set setting_value = $2 where setting_name = $1', [name, value])

let door: FrontDoor
beforeEach(async () => {
  await set('custom_domain', '')
  await set('maintenance_mode', 'false')
  door = await openFrontDoor(parseEnv({}), database.db, cache)
  const page = await createStoredPage(200, {}, 'rendered with the former origin')
  await cache.render('/', async () => ({ page, tags: new Set(['articles'] as const), expiresAt: Infinity }))
})
afterEach(() => door.close())

it('names the site by the port at which it listens', () => {
  expect(door.standAt(4100)).toBe('http://localhost:4100')
  expect(siteOrigin()).toBe('http://localhost:4100')
})

it('follows the custom domain, and drops what was rendered under the former name', async () => {
  expect(door.hosts.judge(request('paper.example')).kind).toBe('refuse')
  await set('custom_domain', 'paper.example')
  expect(cache.get('/')).toBeDefined()
  door.reload()
  await vi.waitFor(() => expect(siteOrigin()).toBe('https://paper.example'))
  expect(cache.get('/')).toBeUndefined()
  expect(door.hosts.judge(request('paper.example'))).toMatchObject({ origin: 'https://paper.example' })
})

it('leaves stored pages alone when the name stays', async () => {
  expect(door.maintenance.isOn).toBe(false)
  await set('maintenance_mode', 'true')
  door.reload()
  await vi.waitFor(() => expect(door.maintenance.isOn).toBe(true))
  expect(cache.get('/')).toBeDefined()
})

it('admits nobody whose session cannot be read', async () => {
  const visitor = request('localhost')
  visitor.headers.cookie = 'masthead.session_token=x.y'
  expect(await door.maintenance.admits(visitor)).toBe(false)
})
