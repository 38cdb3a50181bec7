import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isConnectionLoss } from '#platform/errors/is-connection-loss.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { DatabaseUnavailableError, GuardedPool } from './guarded-pool.server.ts'

let database: TestDatabase
let pool: GuardedPool
beforeEach(async () => {
  database = await createTestDatabase()
  pool = new GuardedPool({ connectionString: database.url, max: 1 })
})
afterEach(async () => {
  vi.useRealTimers()
  await pool.end()
  await database.drop()
})
const one = async () => (await pool.query('select 1 as one')).rows

it('replaces an idle connection that is lost', async () => {
  const client = await pool.connect()
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  const { rows } = await client.query('select pg_backend_pid() as pid')
  client.release()
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  await lost
  expect(await one()).toEqual([{ one: 1 }])
})

it('counts queries that complete or fail', async () => {
  // One client sends its next query when the last one has ended. The pool would replace it after the error.
  const client = await pool.connect()
  await client.query('select 1')
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero')
  await client.query('select 1')
  client.release()
  expect(pool.responses).toBe(3)
})

describe('a pool without a free connection', () => {
  it('is unavailable for a moment when the server accepts no more connections', async () => {
    const role = `limited_${process.pid}`
    await database.pool.query(`create role ${role} login password 'secret' connection limit 0`)
    const url = Object.assign(new URL(database.url), { username: role, password: 'secret' }).href
    const limited = new GuardedPool({ connectionString: url, max: 1 })
    try {
      expect(limited.isExhausted).toBe(false)
      const failure = await limited.query('select 1').catch((error) => error)
      expect(failure).toBeInstanceOf(DatabaseUnavailableError)
      expect(failure.cause.code).toBe('53300')
      expect(isConnectionLoss(failure)).toBe(true)
      expect(limited.isExhausted).toBe(true)
    } finally {
      await limited.end()
      await database.pool.query(`drop role ${role}`)
    }
  })

  it('is unavailable for a moment when all its connections are in use', async () => {
    const busy = new GuardedPool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 1_000 })
    const client = await busy.connect()
    await expect(busy.query('select 1')).rejects.toThrow(DatabaseUnavailableError)
    expect(busy.isExhausted).toBe(true)
    client.release()
    await busy.end()
  })
})

describe('a pool whose database does not respond', () => {
  it('rejects queries and transactions at once until it responds again', async () => {
    pool.setAvailable(false)
    await expect(one()).rejects.toThrow(DatabaseUnavailableError)
    await expect(pool.connect()).rejects.toThrow(DatabaseUnavailableError)
    expect(pool.totalCount).toBe(0)
    pool.setAvailable(true)
    expect(await one()).toEqual([{ one: 1 }])
  })

  it('rejects those that wait for a connection, which is not lost', async () => {
    const client = await pool.connect()
    const waiting = one()
    pool.setAvailable(false)
    await expect(waiting).rejects.toThrow(DatabaseUnavailableError)
    client.release()
    pool.setAvailable(true)
    expect(await one()).toEqual([{ one: 1 }])
    expect(pool).toMatchObject({ totalCount: 1, idleCount: 1 })
  })

  it.each([
    ['completes a started query when it responds soon', true, 0.2],
    ['rejects a started query when it does not', false, 60],
  ])('%s', async (_, responds, seconds) => {
    await one()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const started = pool.query('select pg_sleep($1)', [seconds]).then(
      () => 'completed',
      (error) => error.message,
    )
    // Until the query is sent.
    await new Promise(setImmediate)
    pool.setAvailable(false)
    if (responds) pool.setAvailable(true)
    vi.advanceTimersByTime(5_000)
    expect(await started).toBe(responds ? 'completed' : 'Connection terminated unexpectedly')
    pool.setAvailable(true)
    vi.useRealTimers()
    expect(await one()).toEqual([{ one: 1 }])
  })
})
