import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTcpProxy } from '#platform/testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { type DatabaseMonitor, monitorDatabase } from './database-monitor.server.ts'

describe('monitorDatabase', () => {
  let database: TestDatabase
  let monitor: DatabaseMonitor | undefined
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(async () => {
    await monitor?.close()
    monitor = undefined
    await database.drop()
  })

  function watch(url: string, countOtherResponses?: () => number) {
    const changes: boolean[] = []
    monitor = monitorDatabase(url, (isAvailable) => changes.push(isAvailable), countOtherResponses)
    return { changes, monitor }
  }

  it('reports a database that refuses connections, and its recovery', async () => {
    await using proxy = await startTcpProxy(database.url)
    const { changes, monitor } = watch(proxy.url)
    expect(await monitor.check()).toBe(true)
    proxy.refuse()
    await vi.waitFor(() => expect(changes).toEqual([false]))
    expect([monitor.isAvailable, await monitor.check()]).toEqual([false, false])
    proxy.allow()
    await vi.waitFor(() => expect(changes).toEqual([false, true]), 3_000)
    expect([monitor.isAvailable, await monitor.check()]).toEqual([true, true])
  })

  it('reports a database that does not respond within two seconds, and its recovery', async () => {
    await using proxy = await startTcpProxy(database.url)
    const { changes, monitor } = watch(proxy.url)
    expect(await monitor.check()).toBe(true)
    proxy.stall()
    await vi.waitFor(() => expect(changes).toEqual([false]), 3_000)
    proxy.allow()
    await vi.waitFor(() => expect(changes).toEqual([false, true]), 3_000)
  })

  it('does not report a blocked event loop', async () => {
    const { changes, monitor } = watch(database.url)
    expect(await monitor.check()).toBe(true)
    const checked = monitor.check()
    const end = performance.now() + 1_500
    while (performance.now() < end);
    expect(await checked).toBe(true)
    expect(changes).toEqual([])
  })

  it('does not report a late response while other connections receive theirs', async () => {
    await using proxy = await startTcpProxy(database.url)
    let responses = 0
    const { changes, monitor } = watch(proxy.url, () => responses)
    expect(await monitor.check()).toBe(true)
    proxy.stall()
    const start = performance.now()
    await vi.waitUntil(() => ++responses && performance.now() - start > 2_500, { timeout: 3_000 })
    expect(changes).toEqual([])
    await vi.waitFor(() => expect(changes).toEqual([false]), 3_000)
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

  it('counts an error of the server as a response', async () => {
    const url = new URL(database.url)
    url.password = 'wrong'
    const { changes, monitor } = watch(url.href)
    expect(await monitor.check()).toBe(true)
    expect(changes).toEqual([])
  })
})
