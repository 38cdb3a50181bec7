import type { IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { formatDayAndTime } from '#kernel/time/dates.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { createCachedPage } from '#platform/cache/cached-page.server.ts'
import { createPageCache } from '#platform/cache/page-cache.server.ts'
import { parseEnv } from '#platform/process/env.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { isFromAccount, openSiteGate, type SiteGate } from './site-gate.server.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

const cache = createPageCache({ maxBytes: 1024 * 1024 })
const request = (host: string) => ({ rawHeaders: ['Host', host], headers: {} }) as IncomingMessage
const set = (name: string, value: string) =>
  database.pool.query(
    `insert into site_settings values ($1, $2)
     on conflict (setting_name) do update set setting_value = excluded.setting_value`,
    [name, value],
  )

const onTimeZoneChange = vi.fn()
let gate: SiteGate
beforeEach(async () => {
  await set('custom_domain', '')
  await set('maintenance_mode', 'false')
  await set('time_zone', DEFAULT_PLACE.timeZone)
  onTimeZoneChange.mockClear()
  gate = await openSiteGate(parseEnv({}), database.db, cache, { onReloaded() {}, onTimeZoneChange })
  const page = await createCachedPage(200, {}, 'rendered with the former origin')
  await cache.render('/', async () => ({ page, tags: new Set(['articles'] as const), expiresAt: Infinity }))
})
afterEach(() => {
  gate.close()
  applyPlace(DEFAULT_PLACE)
})

it('includes the port in the origin of the site', () => {
  expect(gate.setPort(4100)).toBe('http://localhost:4100')
  expect(siteOrigin()).toBe('http://localhost:4100')
})

it('applies a changed custom domain and drops pages rendered with the old origin', async () => {
  expect(gate.hosts.decide(request('paper.example')).kind).toBe('reject')
  await set('custom_domain', 'paper.example')
  expect(cache.get('/')).toBeDefined()
  gate.reload()
  await eventually(() => expect(siteOrigin()).toBe('https://paper.example'))
  expect(cache.get('/')).toBeUndefined()
  expect(gate.hosts.decide(request('paper.example'))).toMatchObject({ origin: 'https://paper.example' })
})

it('applies a changed time zone and drops pages with dates in the old one', async () => {
  await set('time_zone', 'America/New_York')
  gate.reload()
  await eventually(() => expect(formatDayAndTime('2026-11-24T01:05:00Z')).toBe('23 November 2026 at 20:05'))
  expect(cache.get('/')).toBeUndefined()
  expect(onTimeZoneChange).toHaveBeenCalledTimes(1)
})

it('keeps cached pages when the origin stays the same', async () => {
  expect(gate.maintenance.isOn).toBe(false)
  await set('maintenance_mode', 'true')
  gate.reload()
  await eventually(() => expect(gate.maintenance.isOn).toBe(true))
  expect(cache.get('/')).toBeDefined()
  expect(onTimeZoneChange).not.toHaveBeenCalled()
})

it('treats a request as one of a visitor when its session cannot be read', async () => {
  const visitor = request('localhost')
  visitor.headers.cookie = 'masthead.session_token=x.y'
  expect(await isFromAccount(visitor)).toBe(false)
  expect(await gate.maintenance.admits(visitor)).toBe(false)
})
