import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import type { Db } from '#platform/database/db.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { type WatchedSettings, watchSettings } from './watch-settings.server.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

const set = (name: string, value: string) =>
  database.pool.query(
    `insert into site_settings values ($1, $2)
     on conflict (setting_name) do update set setting_value = excluded.setting_value`,
    [name, value],
  )
const DEFAULTS = {
  siteName: 'Masthead',
  customDomain: '',
  preferWww: false,
  isUnderMaintenance: false,
  place: DEFAULT_PLACE,
}

let isAway = false
let reads = 0
/** Can be made unavailable. */
const db = new Proxy(database.db, {
  get(target, name: keyof Db) {
    reads += 1
    if (isAway) throw new Error('The database is away')
    const value = target[name]
    return typeof value === 'function' ? value.bind(target) : value
  },
})

let settings: WatchedSettings
const onChange = vi.fn()
const onError = vi.fn()

beforeEach(async () => {
  await database.pool.query(`delete from site_settings where setting_name = 'time_zone'`)
  await database.pool.query(
    `update site_settings set setting_value = case setting_name
       when 'site_name' then 'Masthead' when 'custom_domain' then '' else 'false' end
     where setting_name in ('site_name', 'custom_domain', 'prefer_www', 'maintenance_mode')`,
  )
  isAway = false
  onChange.mockClear()
  onError.mockClear()
  settings = await watchSettings(db, { onChange, onError })
})
afterEach(() => settings.close())

describe('watchSettings', () => {
  it('has the settings from the start', () => {
    expect(settings.current).toEqual(DEFAULTS)
    expect(onChange).not.toHaveBeenCalled()
  })

  it.each([
    ['maintenance_mode', 'true', { isUnderMaintenance: true }],
    ['prefer_www', 'true', { preferWww: true }],
    ['custom_domain', 'paper.example', { customDomain: 'paper.example' }],
    ['site_name', 'The Daily Proof', { siteName: 'The Daily Proof' }],
    ['site_name', ' ', { siteName: 'Masthead' }],
    ['time_zone', 'Asia/Tokyo', { place: { ...DEFAULT_PLACE, timeZone: 'Asia/Tokyo' } }],
  ])('reads %s %j on reload', async (name, value, expected) => {
    await set(name, value)
    expect(settings.current).toEqual(DEFAULTS)
    settings.reload()
    await eventually(() => expect(settings.current).toEqual({ ...DEFAULTS, ...expected }))
  })

  it('calls onChange for changes only', async () => {
    const before = reads
    settings.reload()
    await eventually(() => expect(reads).toBeGreaterThan(before))
    await set('prefer_www', 'true')
    settings.reload()
    await eventually(() => expect(onChange).toHaveBeenCalledTimes(1))
    expect(settings.current.preferWww).toBe(true)
  })

  it('reads again after a change during a read', async () => {
    settings.reload()
    await set('maintenance_mode', 'true')
    settings.reload()
    await eventually(() => expect(settings.current.isUnderMaintenance).toBe(true))
  })

  it('uses the default for a missing row', async () => {
    await set('custom_domain', 'paper.example')
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('delete from site_settings')
      const kept = await watchSettings((await import('drizzle-orm/node-postgres')).drizzle({ client }), {
        onChange,
        onError,
      })
      expect(kept.current).toEqual(DEFAULTS)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('keeps the last known values during an outage and retries', async () => {
    await set('maintenance_mode', 'true')
    isAway = true
    settings.reload()
    await eventually(() => expect(onError).toHaveBeenCalled())
    expect(settings.current).toEqual(DEFAULTS)
    isAway = false
    await eventually(() => expect(settings.current.isUnderMaintenance).toBe(true))
  })

  it('calls no handlers after close', async () => {
    await set('maintenance_mode', 'true')
    settings.reload()
    settings.close()
    settings.reload()
    await database.pool.query('select 1')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('throws when the first read fails', async () => {
    isAway = true
    await expect(watchSettings(db, { onChange, onError })).rejects.toThrow('away')
  })
})
