import { inspect } from 'node:util'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { startTcpProxy, type TcpProxy } from '#platform/testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { db, MAX_CONNECTIONS, openDatabase, setDatabase } from './db.server.ts'

describe('an open database', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.drop())

  it('reports killed idle connections and reconnects', async () => {
    const onIdleError = vi.fn()
    const opened = openDatabase(database.url, onIdleError)
    await opened.pool.query('select 1')
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'masthead' and datname = current_database() and pid <> pg_backend_pid()`,
    )
    await eventually(() => expect(onIdleError).toHaveBeenCalled())
    expect((await opened.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await opened.close()
  })

  it('loses the locks of a process that has disappeared or does not continue', async () => {
    const { rows } = await database.pool.query(`
      select name, setting from pg_settings
      where name in ('tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count',
        'idle_in_transaction_session_timeout') order by name`)
    expect(rows.map(({ name, setting }) => [name, Number(setting)])).toEqual([
      ['idle_in_transaction_session_timeout', 30_000],
      ['tcp_keepalives_count', 10],
      ['tcp_keepalives_idle', 5],
      ['tcp_keepalives_interval', 1],
    ])
  })

  it.each([
    [
      'a constraint',
      sql`insert into users (full_name, email, role) values (${'Secret'}, ${'secret@x.example'}, ${'secret'})`,
    ],
    ['a type', sql`select ${'secret'}::uuid`],
    ['a JSON document', sql`select ${'{"secret'}::jsonb`],
    [
      'a unique key',
      sql`insert into site_settings (setting_name, setting_value) values (${'secret'}, ''), (${'secret'}, '')`,
    ],
    ['a statement', sql`select ${'secret'} from nowhere`],
  ])('does not report the values that violate %s', async (_, statement) => {
    const failing = async (work: () => Promise<unknown>) =>
      work().then(
        () => undefined,
        (error) => error,
      )
    const opened = openDatabase(database.url, () => {})
    const { sql: text, params } = new PgDialect().sqlToQuery(statement)
    const errors = [
      await failing(() => opened.db.execute(statement)),
      await failing(() => opened.db.transaction((tx) => tx.execute(statement))),
      await failing(() => opened.pool.query(text, params)),
    ]
    for (const error of errors) {
      expect(error).toBeInstanceOf(Error)
      expect(inspect(error, { depth: 5 }).replaceAll(text, '')).not.toMatch(/secret/i)
    }
    expect(errors[0].message).toContain(text)
    await opened.close()
  })

  describe('a transaction', () => {
    const terminateOthers = () =>
      database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'masthead' and datname = current_database() and pid <> pg_backend_pid()`,
      )
    const one = sql`select 1 as one`

    it.each([
      ['the server terminates its connection', async () => void (await terminateOthers())],
      ['the network drops its connection', async (proxy: TcpProxy) => proxy.refuse()],
    ])('rejects when %s, and the next one succeeds', async (_, drop) => {
      await using proxy = await startTcpProxy(database.url)
      const opened = openDatabase(proxy.url, () => {})
      const closed = new Promise((resolve) =>
        opened.pool.once('connect', (client) => client.once('end', () => resolve(undefined))),
      )
      const lost = opened.db.transaction(async (tx) => {
        await tx.execute(one)
        await drop(proxy)
        // No query runs that could reject.
        await closed
        await tx.execute(one)
      })
      await expect(lost).rejects.toThrow('Failed query: select 1 as one')
      proxy.allow()
      const { rows } = await opened.db.transaction((tx) => tx.execute(one))
      expect(rows).toEqual([{ one: 1 }])
      await opened.close()
    })

    it('returns its connection to the pool when it cannot begin', async () => {
      const isolationLevel = 'nonsense' as 'serializable'
      const failing = () => database.db.transaction(async () => {}, { isolationLevel })
      for (let attempt = 0; attempt < MAX_CONNECTIONS; attempt++)
        await expect(failing()).rejects.toThrow('Failed query: begin')
      expect(database.pool).toMatchObject({ totalCount: 1, idleCount: 1 })
    })

    it('rolls back and rejects with the error of the work', async () => {
      await database.pool.query('create table kept (number int)')
      const failing = database.db.transaction(async (tx) => {
        await tx.execute(sql`insert into kept values (1)`)
        throw new Error('broken')
      })
      await expect(failing).rejects.toThrow('broken')
      expect((await database.pool.query('select from kept')).rowCount).toBe(0)
    })

    it('rolls back a savepoint alone', async () => {
      await database.pool.query('create table kept (number int)')
      await database.db.transaction(async (tx) => {
        await tx.execute(sql`insert into kept values (1)`)
        const nested = tx.transaction(async (inner) => {
          await inner.execute(sql`insert into kept values (2)`)
          inner.rollback()
        })
        await expect(nested).rejects.toThrow('Rollback')
      })
      expect((await database.pool.query('select number from kept')).rows).toEqual([{ number: 1 }])
    })
  })

  it('is returned by db() after setDatabase', () => {
    expect(() => db()).toThrow('No database is open')
    setDatabase(database)
    expect(db()).toBe(database.db)
    setDatabase(undefined)
    expect(() => db()).toThrow('No database is open')
  })
})
