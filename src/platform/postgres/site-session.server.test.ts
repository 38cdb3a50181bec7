import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { lockUnusedSite, openSiteSession } from './site-session.server.ts'

let database: TestDatabase
let client: DatabaseClient
beforeEach(async () => {
  database = await createTestDatabase()
  client = new DatabaseClient({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

const sessions = async () => {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ pid }) => pid)
}

describe('lockUnusedSite', () => {
  it.each(['', '?application_name=other', '?application_name=&options=-c%20work_mem%3D8MB'])(
    'refuses a database that a process uses with %j in its address, and names the process',
    async (parameters) => {
      const session = await openSiteSession(database.url + parameters)
      const failure = await lockUnusedSite(client).catch((error) => error)
      expect(failure).toBeInstanceOf(StartupError)
      const [pid] = await sessions()
      expect(failure.message).toMatch(
        new RegExp(
          `^Masthead is running on this database: process ${pid} of PostgreSQL \\(.*from 127\\.0\\.0\\.1\\)\\. Stop all its processes first\\.$`,
        ),
      )
      await session.close()
      await lockUnusedSite(client)
    },
  )

  it('permits several processes, and keeps them from starting while the database is replaced', async () => {
    const open = await Promise.all([openSiteSession(database.url), openSiteSession(database.url)])
    expect(await sessions()).toHaveLength(2)
    await Promise.all(open.map((session) => session.close()))
    await lockUnusedSite(client)
    let isOpen = false
    const opening = openSiteSession(database.url).then((session) => {
      isOpen = true
      return session
    })
    await eventually(async () => {
      const { rows } = await database.pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted`,
      )
      expect(rows).toHaveLength(1)
    })
    expect(isOpen).toBe(false)
    await client.end()
    await (await opening).close()
  })

  it('refuses a database whose process lost its connection in the meantime', async () => {
    const session = await openSiteSession(database.url)
    const [before] = await sessions()
    await database.pool.query('select pg_terminate_backend($1)', [before])
    await eventually(async () => {
      const [pid] = await sessions()
      expect(pid).toBeDefined()
      expect(pid).not.toBe(before)
    })
    await expect(lockUnusedSite(client)).rejects.toThrow('Masthead is running on this database')
    await session.close()
  })
})
