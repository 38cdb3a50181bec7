import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { DatabaseClient } from './client.server.ts'
import { reportLockWait } from './lock-wait.server.ts'

const KEY = 4712

let database: TestDatabase
let holder: DatabaseClient
let client: DatabaseClient
let holderPid: number
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  holder = new DatabaseClient({ connectionString: database.url, application_name: 'a careless psql' })
  client = new DatabaseClient({ connectionString: database.url })
  await Promise.all([holder.connect(), client.connect()])
  holderPid = (await holder.query('select pg_backend_pid() as pid')).rows[0].pid
})
afterEach(() => Promise.all([holder.end(), client.end()]))

const countObservers = async () => {
  const { rows } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'masthead observer'`,
  )
  return rows.length
}

describe('reportLockWait', () => {
  it.each([
    ['an advisory lock', `select pg_advisory_lock(${KEY})`, `select pg_advisory_lock(${KEY})`],
    ['a table', 'begin; lock table articles', 'truncate articles cascade'],
  ])('names once what holds %s', async (_, hold, wait) => {
    await holder.query(hold)
    const report = vi.fn()
    const waiting = reportLockWait(client, database.url, () => client.query(wait), report)
    await eventually(() => expect(report).toHaveBeenCalled())
    await holder.end()
    await waiting
    expect(report.mock.calls).toEqual([
      [
        `Waiting for a lock of the database that process ${holderPid} of PostgreSQL ("a careless psql", from 127.0.0.1) holds`,
      ],
    ])
    await eventually(async () => expect(await countObservers()).toBe(0))
  })

  it('reports nothing while a statement runs', async () => {
    const report = vi.fn()
    const work = () => client.query('select pg_sleep(2.6)')
    await reportLockWait(client, database.url, work, report)
    expect(report).not.toHaveBeenCalled()
  })

  it('rejects with the error of the work', async () => {
    const work = () => client.query('select from nowhere')
    await expect(reportLockWait(client, database.url, work)).rejects.toThrow('"nowhere" does not exist')
  })
})
