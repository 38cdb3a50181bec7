import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { startTcpProxy } from '#platform/testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { DatabaseClient } from './client.server.ts'
import { type DatabaseMonitor, monitorDatabase } from './database-monitor.server.ts'

describe('monitorDatabase', () => {
  let database: TestDatabase
  let monitor: DatabaseMonitor | undefined
  beforeEach(async () => {
    database = await createTestDatabase()
    // However slow the machine is, the database responds in time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await monitor?.close()
    monitor = undefined
    await database.drop()
  })

  function watch(url: string, countOtherResponses?: () => number) {
    const changes: boolean[] = []
    monitor = monitorDatabase(url, (isAvailable) => changes.push(isAvailable), countOtherResponses)
    return { changes, monitor }
  }

  const countConnections = async () => {
    const { rows } = await database.pool.query(
      `select count(*)::int from pg_stat_activity
       where application_name = 'masthead monitor' and datname = current_database()`,
    )
    return rows[0].count
  }

  it('reports a database that refuses connections, and its recovery', async () => {
    await using proxy = await startTcpProxy(database.url)
    const { changes, monitor } = watch(proxy.url)
    expect(await monitor.check()).toBe(true)
    proxy.refuse()
    await eventually(() => expect(changes).toEqual([false]))
    expect([monitor.isAvailable, await monitor.check()]).toEqual([false, false])
    proxy.allow()
    await eventually(() => expect(changes).toEqual([false, true]))
    expect([monitor.isAvailable, await monitor.check()]).toEqual([true, true])
  })

  it('reports a database that does not respond within two seconds, and its recovery', async () => {
    await using proxy = await startTcpProxy(database.url)
    const { changes, monitor } = watch(proxy.url)
    expect(await monitor.check()).toBe(true)
    proxy.stall()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(changes).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(changes).toEqual([false])
    proxy.allow()
    await eventually(() => expect(changes).toEqual([false, true]))
  })

  it('does not report a blocked event loop', async () => {
    const { changes, monitor } = watch(database.url)
    expect(await monitor.check()).toBe(true)
    vi.useRealTimers()
    const checked = monitor.check()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
    expect(await checked).toBe(true)
    expect(changes).toEqual([])
  })

  it('does not report a late response while other connections receive theirs', async () => {
    await using proxy = await startTcpProxy(database.url)
    let responses = 0
    const { changes, monitor } = watch(proxy.url, () => responses)
    expect(await monitor.check()).toBe(true)
    proxy.stall()
    for (let ms = 0; ms < 10_000; ms += 100) {
      responses += 1
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(changes).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(changes).toEqual([false])
  })

  it('replaces a connection that is silent, however many responses others receive', async () => {
    await using proxy = await startTcpProxy(database.url)
    let responses = 0
    const { changes, monitor } = watch(proxy.url, () => (responses += 1))
    expect(await monitor.check()).toBe(true)
    proxy.silence()
    const checked = monitor.check()
    await vi.advanceTimersByTimeAsync(749)
    expect(await countConnections()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await checked).toBe(true)
    await eventually(async () => expect(await countConnections()).toBe(1))
    expect(changes).toEqual([])
  })

  it('replaces a connection that was terminated', async () => {
    const { changes, monitor } = watch(database.url)
    expect(await monitor.check()).toBe(true)
    const { rowCount } = await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'masthead monitor' and datname = current_database()`,
    )
    expect(rowCount).toBe(1)
    expect(await monitor.check()).toBe(true)
    expect(changes).toEqual([])
  })

  it.each(['EPIPE', 'ECONNRESET'])(
    'does not count the loss of a connection (%s) as a response',
    async (code) => {
      const lost = Object.assign(new Error('The connection is lost'), { code })
      using _query = vi
        .spyOn(DatabaseClient.prototype, 'query')
        .mockImplementation(() => Promise.reject(lost))
      const { monitor } = watch(database.url)
      expect(await monitor.check()).toBe(false)
    },
  )

  it('counts an error of the server as a response', async () => {
    const url = new URL(database.url)
    url.password = 'wrong'
    const { changes, monitor } = watch(url.href)
    expect(await monitor.check()).toBe(true)
    expect(changes).toEqual([])
  })
})
