import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangeTag } from '#platform/pages/page-tags.server.ts'
import { startTcpProxy } from '#platform/testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { type Live, listenForChanges, tagsOfAnnouncement } from './live.server.ts'

describe('tagsOfAnnouncement', () => {
  it.each([
    [{ table: 'users', op: 'UPDATE' }, ['admin:users']],
    [{ table: 'feeds', op: 'INSERT' }, ['admin:feeds']],
    [{ table: 'newsletter_subscribers', op: 'DELETE' }, ['admin:subscribers']],
    [{ table: 'newsletter_campaigns', op: 'UPDATE' }, ['admin:campaigns']],
    [{ table: 'audit_log', op: 'INSERT' }, ['admin:audit']],
    [
      { table: 'articles', op: 'UPDATE', id: '1', categories: ['News', 'Sport'], breaking: true },
      ['articles', 'article:1', 'category:News', 'category:Sport', 'breaking'],
    ],
    [
      { table: 'articles', op: 'INSERT', id: '1', categories: ['News'], breaking: false },
      ['articles', 'article:1', 'category:News'],
    ],
    [{ table: 'site_settings', op: 'UPDATE' }, ['settings']],
  ])('%j touches %j', (announced, tags) => {
    expect(tagsOfAnnouncement(JSON.stringify(announced))).toEqual(tags)
  })

  it.each([
    '',
    'no JSON',
    'null',
    '{}',
    '{"table":"articles","op":"TRUNCATE"}',
    '{"table":"pages","op":"UPDATE"}',
    '{"table":"articles","id":1}',
  ])('of %j may be anything', (payload) => {
    expect(tagsOfAnnouncement(payload)).toBeNull()
  })
})

describe('listenForChanges', () => {
  let database: TestDatabase
  let live: Live | undefined
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(async () => {
    await live?.close()
    live = undefined
    await database.drop()
  })

  /** What the listener told, oldest first. */
  async function listen(url = database.url) {
    const told: (ChangeTag[] | 'gap' | 'trouble')[] = []
    live = await listenForChanges(url, {
      onChange: (tags) => told.push(tags),
      onGap: () => told.push('gap'),
      onError: () => told.push('trouble'),
    })
    return { told, live }
  }
  const notify = (payload: string) =>
    database.pool.query('select pg_notify($1, $2)', ['masthead_live', payload])
  const SETTINGS = JSON.stringify({ table: 'site_settings', op: 'UPDATE' })
  const OURS = `application_name = 'masthead live' and datname = current_database()`
  const listeners = async () =>
    (await database.pool.query(`select pid from pg_stat_activity where ${OURS}`)).rows
  const killListeners = () =>
    database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OURS}`)

  it('begins with a gap and tells each change after it', async () => {
    const { told, live } = await listen()
    expect([told, live.connected]).toEqual([['gap'], true])
    await notify(SETTINGS)
    await vi.waitFor(() => expect(told).toEqual(['gap', ['settings']]))
  })

  it('tells a gap where an announcement says no more', async () => {
    const { told } = await listen()
    await notify('{"table":"articles","op":"TRUNCATE"}')
    await vi.waitFor(() => expect(told).toEqual(['gap', 'gap']))
  })

  it('comes back by itself, every time, and tells the gap', async () => {
    const { told, live } = await listen()
    for (const times of [2, 3]) {
      await killListeners()
      await vi.waitFor(() => expect(told.filter((one) => one === 'gap')).toHaveLength(times), 5000)
      expect(live.connected).toBe(true)
    }
    expect(told).toEqual(['gap', 'trouble', 'gap', 'trouble', 'gap'])
    await notify(SETTINGS)
    await vi.waitFor(() => expect(told.at(-1)).toEqual(['settings']))
  })

  it('tries again until it is let in', async () => {
    await using proxy = await startTcpProxy(database.url)
    const { told, live } = await listen(proxy.url)
    proxy.refuse()
    await vi.waitFor(() => expect(proxy.refused).toBeGreaterThan(1), 5000)
    expect([told, live.connected]).toEqual([['gap', 'trouble'], false])
    proxy.allow()
    await vi.waitFor(() => expect(live.connected).toBe(true), 5000)
    expect(told).toEqual(['gap', 'trouble', 'gap'])
  })

  it('tries no more once it is closed while it tries', async () => {
    await using proxy = await startTcpProxy(database.url)
    const { told, live } = await listen(proxy.url)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    proxy.refuse()
    await vi.waitFor(() => expect(told).toContain('trouble'))
    await live.close()
    const timers = vi.getTimerCount()
    vi.useRealTimers()
    expect(timers).toBe(0)
    expect(live.connected).toBe(false)
  })

  it('stays away once it is closed', async () => {
    const { told, live } = await listen()
    await live.close()
    await killListeners()
    expect(await listeners()).toEqual([])
    expect([told, live.connected]).toEqual([['gap'], false])
  })

  it('fails where the database is away at first, and does not try again', async () => {
    await using proxy = await startTcpProxy(database.url)
    proxy.refuse()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await expect(listen(proxy.url)).rejects.toThrow('Connection terminated unexpectedly')
    const timers = vi.getTimerCount()
    vi.useRealTimers()
    expect(timers).toBe(0)
  })
})
