import { readdir } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { projectFile } from '#platform/project-file.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { databaseUrl } from '#platform/testing/global-setup.ts'
import { startTcpProxy, type TcpProxy } from '#platform/testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { db, MAX_CONNECTIONS, migrateDatabase, openDatabase, setDatabase } from './db.server.ts'

describe('migrateDatabase', () => {
  const name = `migrated_${process.pid}`
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  beforeEach(() => administer(`create database ${name}`))
  afterEach(() => administer(`drop database ${name} with (force)`))

  it('runs each migration once when several processes start together', async () => {
    const url = databaseUrl(inject('postgresUrl'), name)
    await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(url)))
    await migrateDatabase(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client
      .query('select 1 from drizzle.__drizzle_migrations')
      .finally(() => client.end())
    const files = (await readdir(projectFile('migrations'))).filter((file) => file.endsWith('.sql'))
    expect(rows).toHaveLength(files.length)
  })

  const failure = async (change: (url: URL) => void = () => {}) => {
    const url = new URL(databaseUrl(inject('postgresUrl'), name))
    change(url)
    const error = await migrateDatabase(url.href).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StartupError)
    return error.message
  }

  it('fails with one line when PostgreSQL is too old', async () => {
    await administer(`alter database ${name} set search_path = public, pg_catalog`)
    const client = new pg.Client({ connectionString: databaseUrl(inject('postgresUrl'), name) })
    await client.connect()
    await client
      .query(
        `create function public.current_setting(text) returns text language sql as $$ select '140012' $$`,
      )
      .finally(() => client.end())
    expect(await failure()).toBe('Masthead needs PostgreSQL 15 or later. Check DATABASE_URL.')
  })

  it('fails with one line, without the password, when the role lacks permissions', async () => {
    const role = `reader_${process.pid}`
    await administer(`create role ${role} login password 'secret'`)
    try {
      const message = await failure((url) => Object.assign(url, { username: role, password: 'secret' }))
      expect(message).toBe(
        'The role in DATABASE_URL lacks the privilege to create tables and extensions. Grant it, or use the owner of the database.',
      )
    } finally {
      await administer(`drop role ${role}`)
    }
  })
})

describe('migrateDatabase without a database', () => {
  it.each([
    ['postgres://paper:secret@127.0.0.1:1/news', 'The database at 127.0.0.1:1/news cannot be reached ('],
    ['postgres://paper:secret@localhost:1/news', 'The database at localhost:1/news cannot be reached ('],
  ])('fails with one line without the password: %s', async (url, message) => {
    const error = await migrateDatabase(url).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StartupError)
    expect(error.message).toContain(message)
    expect(error.message).toMatch(/^[^\n]+ Check DATABASE_URL and that PostgreSQL is running\.$/)
    expect(error.message).not.toContain('secret')
  })
})

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
    await vi.waitFor(() => expect(onIdleError).toHaveBeenCalled())
    expect((await opened.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
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
