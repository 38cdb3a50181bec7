import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { startTcpProxy } from '#platform/testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { listenForNotifications, type NotificationListener } from './notifications.server.ts'

describe('listenForNotifications', () => {
  let database: TestDatabase
  let listener: NotificationListener | undefined
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(async () => {
    await listener?.close()
    listener = undefined
    await database.drop()
  })

  async function listen(url = database.url) {
    const events: string[] = []
    const onDisconnected = vi.fn()
    listener = await listenForNotifications(url, 'masthead_test', {
      onNotification: (payload) => events.push(payload),
      onGap: () => events.push('gap'),
      onDisconnected,
      onError: () => events.push('error'),
    })
    return { events, onDisconnected, listener }
  }
  const notify = (payload: string) =>
    database.pool.query('select pg_notify($1, $2)', ['masthead_test', payload])
  const PAYLOAD = '{"table":"site_settings"}'
  const OURS = `application_name = 'masthead live' and datname = current_database()`
  const listeners = async () =>
    (await database.pool.query(`select pid from pg_stat_activity where ${OURS}`)).rows
  const killListeners = () =>
    database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OURS}`)

  it('begins with a gap, then passes on each payload', async () => {
    const { events, listener } = await listen()
    expect([events, listener.connected]).toEqual([['gap'], true])
    await notify(PAYLOAD)
    await eventually(() => expect(events).toEqual(['gap', PAYLOAD]))
  })

  it('reconnects each time and reports the gap', async () => {
    const { events, listener } = await listen()
    for (const times of [2, 3]) {
      await killListeners()
      await eventually(() => expect(events.filter((one) => one === 'gap')).toHaveLength(times))
      expect(listener.connected).toBe(true)
    }
    expect(events).toEqual(['gap', 'error', 'gap', 'error', 'gap'])
    await notify(PAYLOAD)
    await eventually(() => expect(events.at(-1)).toBe(PAYLOAD))
  })

  it('retries until the database accepts the connection', async () => {
    await using proxy = await startTcpProxy(database.url)
    const { events, listener } = await listen(proxy.url)
    proxy.refuse()
    await eventually(() => expect(proxy.refused).toBeGreaterThan(1))
    expect([events, listener.connected]).toEqual([['gap', 'error'], false])
    proxy.allow()
    await eventually(() => expect(listener.connected).toBe(true))
    expect(events).toEqual(['gap', 'error', 'gap'])
  })

  it('reminds twice a second that notifications are missed, until it is connected again', async () => {
    await using proxy = await startTcpProxy(database.url)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { onDisconnected, listener } = await listen(proxy.url)
      expect(onDisconnected).not.toHaveBeenCalled()
      proxy.refuse()
      await eventually(() => expect(onDisconnected).toHaveBeenCalled(), 1)
      const calls = onDisconnected.mock.calls.length
      vi.advanceTimersByTime(1_000)
      expect(onDisconnected).toHaveBeenCalledTimes(calls + 2)
      proxy.allow()
      await eventually(() => expect(listener.connected).toBe(true))
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('replaces a connection that died without an error within 5 seconds', async () => {
    await using proxy = await startTcpProxy(database.url)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    try {
      const { events } = await listen(proxy.url)
      proxy.stall()
      await vi.advanceTimersByTimeAsync(3_500)
      expect(events).toEqual(['gap', 'error'])
      proxy.allow()
      // The reconnect starts within this time; its packets take real time.
      await vi.advanceTimersByTimeAsync(1_000)
      await eventually(() => expect(events).toEqual(['gap', 'error', 'gap']))
      await notify(PAYLOAD)
      await eventually(() => expect(events.at(-1)).toBe(PAYLOAD))
    } finally {
      vi.useRealTimers()
    }
  })

  it('stops retrying when it is closed', async () => {
    await using proxy = await startTcpProxy(database.url)
    const { events, listener } = await listen(proxy.url)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    proxy.refuse()
    await eventually(() => expect(events).toContain('error'))
    await listener.close()
    const timers = vi.getTimerCount()
    vi.useRealTimers()
    expect(timers).toBe(0)
    expect(listener.connected).toBe(false)
  })

  it('does not reconnect once it is closed', async () => {
    const { events, listener } = await listen()
    await listener.close()
    await killListeners()
    expect(await listeners()).toEqual([])
    expect([events, listener.connected]).toEqual([['gap'], false])
  })

  it('rejects when the first connection fails, without a retry', async () => {
    await using proxy = await startTcpProxy(database.url)
    proxy.refuse()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await expect(listen(proxy.url)).rejects.toThrow(/terminated unexpectedly|ECONNRESET|EPIPE/)
    const timers = vi.getTimerCount()
    vi.useRealTimers()
    expect(timers).toBe(0)
  })
})
