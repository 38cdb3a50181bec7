import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { hasPgbouncer, startPgbouncer } from '#platform/testing/pgbouncer.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { withAdvisoryLock } from './advisory-lock.server.ts'
import { checkPooledConnection } from './check-connection.server.ts'
import { monitorDatabase } from './database-monitor.server.ts'
import { type Database, openDatabase } from './db.server.ts'
import { startJobs } from './jobs.server.ts'
import { listenForNotifications } from './notifications.server.ts'

/** Clients share the connections, so that state of a session would reach another client. */
const POOL_SIZE = 2
const CLIENTS = 8

const pgbouncer = hasPgbouncer ? describe : describe.skip

pgbouncer(
  'a database behind PgBouncer with pool_mode = transaction (skipped where it is not installed)',
  () => {
    let direct: TestDatabase
    let pooler: Awaited<ReturnType<typeof startPgbouncer>>
    let database: Database
    beforeAll(async () => {
      direct = await createTestDatabase()
      // Its default settings: it rejects startup parameters.
      pooler = await startPgbouncer(direct.url, {
        poolMode: 'transaction',
        ignoredParameters: '',
        poolSize: POOL_SIZE,
      })
      database = openDatabase(pooler.url, () => {}, direct.url)
    })
    afterAll(async () => {
      await database.close()
      await pooler[Symbol.asyncDispose]()
      await direct.drop()
    })
    afterEach(async () => {
      await direct.pool.query('drop table if exists entries')
      await direct.pool.query('drop schema if exists pgboss cascade')
    })

    it('is accepted with the direct address of the same database only', async () => {
      await checkPooledConnection(pooler.url, direct.url)
      const other = await createTestDatabase()
      await expect(checkPooledConnection(pooler.url, other.url)).rejects.toThrow(
        'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.',
      )
      await other.drop()
    })

    it('runs concurrent transactions, more than it has connections', async () => {
      await direct.pool.query('create table entries (id int)')
      await Promise.all(
        Array.from({ length: CLIENTS }, (_, id) =>
          database.db.transaction(async (tx) => {
            await tx.execute(sql`select set_config('work_mem', ${`${id + 1}MB`}, true)`)
            await tx.execute(sql`insert into entries values (${id})`)
            const { rows } = await tx.execute(sql`select current_setting('work_mem') as memory`)
            expect(rows).toEqual([{ memory: `${id + 1}MB` }])
          }),
        ),
      )
      const { rows } = await database.pool.query('select count(*)::int as count from entries')
      expect(rows).toEqual([{ count: CLIENTS }])
      const { rows: later } = await database.pool.query('show work_mem')
      const { rows: initial } = await direct.pool.query('show work_mem')
      expect(later).toEqual(initial)
    })

    it('delivers notifications and holds locks on direct connections, one of each kind', async () => {
      const onNotification = vi.fn()
      const ignored = { onGap() {}, onDisconnected() {}, onError() {} }
      const listener = await listenForNotifications(database.directUrl, 'pooled', {
        ...ignored,
        onNotification,
      })
      const never = new AbortController().signal
      const isFree = () =>
        withAdvisoryLock(database.directUrl, 4711, never, async () => {
          await database.pool.query(`select pg_notify('pooled', 'changed')`)
          const { rows } = await database.pool.query('select pg_try_advisory_xact_lock(4711) as "isFree"')
          return rows[0].isFree
        })
      expect(await isFree()).toBe(false)
      await eventually(() => expect(onNotification).toHaveBeenCalledWith('changed'))
      await listener.close()
    })

    it('runs jobs', async () => {
      const run = vi.fn(async () => {})
      const onError = vi.fn()
      const jobs = await startJobs(database.url, [{ name: 'pooled', cron: '0 0 * * *', run }], onError)
      await eventually(() => expect(run).toHaveBeenCalled())
      await jobs.stop()
      expect(onError).not.toHaveBeenCalled()
    })

    it('is monitored', async () => {
      const onChange = vi.fn()
      const monitor = monitorDatabase(database.url, onChange)
      expect(await monitor.check()).toBe(true)
      await monitor.close()
      expect(onChange).not.toHaveBeenCalled()
    })
  },
)
