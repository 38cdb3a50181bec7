import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { startJobs } from './jobs.server.ts'

const NEVER = '0 0 29 2 *'

describe('startJobs', { timeout: 60_000 }, () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterEach(async () => {
    // A connection that is still closing would report an error.
    await eventually(async () => expect(await connections()).toBe(0))
    // Creating the schema takes longer than the tests.
    if (await hasSchema()) await emptyTables(database.pool, 'pgboss.job', 'pgboss.schedule')
  })
  afterAll(() => database.drop())
  const hasSchema = async () =>
    (await database.pool.query("select from pg_tables where schemaname = 'pgboss'")).rowCount !== 0
  const noTrouble = (error: Error) => expect.unreachable(error.message)

  const connections = async () => {
    const { rows } = await database.pool.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'masthead jobs'",
    )
    return rows.length
  }

  it('runs a job at the start and schedules it', async () => {
    const run = vi.fn(async () => {})
    const jobs = await startJobs(database.url, [{ name: 'fetch-news', cron: NEVER, run }], noTrouble)
    await eventually(() => expect(run).toHaveBeenCalledOnce())
    const { rows } = await database.pool.query('select name, cron, timezone from pgboss.schedule')
    expect(rows).toEqual([{ name: 'fetch-news', cron: NEVER, timezone: 'UTC' }])
    await jobs.stop()
  })

  it('runs a job in one process at a time', async () => {
    let [running, most, done] = [0, 0, 0]
    const ends = Promise.withResolvers<void>()
    const run = async () => {
      running += 1
      most = Math.max(most, running)
      await ends.promise
      running -= 1
      done += 1
    }
    const start = () => startJobs(database.url, [{ name: 'fetch-news', cron: NEVER, run }], noTrouble)
    const processes = [await start(), await start(), await start()]
    await eventually(() => expect(running).toBe(1))
    ends.resolve()
    await eventually(() => expect(done).toBeGreaterThan(0))
    await Promise.all(processes.map((jobs) => jobs.stop()))
    expect(most).toBe(1)
  })

  it('survives a failed run and does not repeat it before the next scheduled time', async () => {
    const run = vi.fn(() => Promise.reject(new Error('the feeds are away')))
    const jobs = await startJobs(database.url, [{ name: 'fetch-news', cron: NEVER, run }], noTrouble)
    const state = async () => {
      const { rows } = await database.pool.query("select state from pgboss.job where name = 'fetch-news'")
      return rows.map((row) => row.state)
    }
    await eventually(async () => expect(await state()).toEqual(['failed']))
    expect(run).toHaveBeenCalledOnce()
    await jobs.stop()
  })

  it('waits for a current run when it stops', async () => {
    const [begun, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let done = false
    const run = async () => {
      begun.resolve()
      await ends.promise
      done = true
    }
    const jobs = await startJobs(database.url, [{ name: 'fetch-news', cron: NEVER, run }], noTrouble)
    await begun.promise
    const stopped = jobs.stop().then(() => done)
    const first = await Promise.race([
      stopped,
      database.pool.query('select pg_sleep(1)').then(() => 'still waits'),
    ])
    expect(first).toBe('still waits')
    ends.resolve()
    expect(await stopped).toBe(true)
  })

  it('rejects an invalid schedule and stops', async () => {
    const job = { name: 'fetch-news', cron: 'now and then', run: async () => {} }
    await expect(startJobs(database.url, [job], noTrouble)).rejects.toThrow()
  })

  it('rejects when its schema cannot be created', async () => {
    await database.pool.query(
      'drop schema if exists pgboss cascade; create schema pgboss; create table pgboss.version (nonsense text)',
    )
    const run = vi.fn(async () => {})
    await expect(
      startJobs(database.url, [{ name: 'fetch-news', cron: NEVER, run }], () => {}),
    ).rejects.toThrow()
    expect(run).not.toHaveBeenCalled()
    await database.pool.query('drop schema pgboss cascade')
  })
})
