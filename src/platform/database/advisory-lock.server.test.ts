import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { withAdvisoryLock } from './advisory-lock.server.ts'

const KEY = 4711
const never = new AbortController().signal

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function hold(key = KEY) {
  const [acquired, release] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const result = withAdvisoryLock(database.url, key, never, () => {
    acquired.resolve()
    return release.promise
  })
  await Promise.race([acquired.promise, result])
  return { result, release }
}

const OURS = `application_name = 'masthead lock' and datname = current_database()`
/** The session's last query was refused the lock. */
async function untilRefused() {
  await eventually(async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where ${OURS} and query like '%try_advisory%' and state = 'idle'`,
    )
    expect(rows).toHaveLength(1)
  })
}

/** Holds the lock as another process would. */
async function holdElsewhere() {
  const client = await database.pool.connect()
  await client.query('select pg_advisory_lock($1)', [KEY])
  return {
    async release() {
      await client.query('select pg_advisory_unlock($1)', [KEY])
      client.release()
    },
  }
}

describe('withAdvisoryLock', () => {
  it('returns the result of the work and closes its connection', async () => {
    expect(await withAdvisoryLock(database.url, KEY, never, async () => 'done')).toBe('done')
    await eventually(async () => {
      expect((await database.pool.query(`select 1 from pg_stat_activity where ${OURS}`)).rows).toEqual([])
    })
  })

  it('runs one holder at a time in this process', async () => {
    let holders = 0
    const work = async () => {
      holders += 1
      await database.pool.query('select pg_sleep(0.01)')
      return holders--
    }
    const run = () => withAdvisoryLock(database.url, KEY, never, work)
    expect(await Promise.all([run(), run(), run()])).toEqual([1, 1, 1])
  })

  it('waits for the holder in another process', async () => {
    const other = await holdElsewhere()
    const work = vi.fn(async () => 'second')
    const second = withAdvisoryLock(database.url, KEY, never, work)
    await untilRefused()
    expect(work).not.toHaveBeenCalled()
    await other.release()
    expect(await second).toBe('second')
  })

  it('uses one connection for all locks of a process', async () => {
    const held = await Promise.all([hold(KEY), hold(KEY + 1), hold(KEY + 2)])
    const { rows } = await database.pool.query(`select from pg_stat_activity where ${OURS}`)
    expect(rows).toHaveLength(1)
    for (const { release, result } of held) {
      release.resolve('')
      await result
    }
  })

  it('does not block another key', async () => {
    const first = await hold()
    expect(await withAdvisoryLock(database.url, KEY + 1, never, async () => 'free')).toBe('free')
    first.release.resolve('')
    await first.result
  })

  it('releases the lock when the work fails', async () => {
    const failing = withAdvisoryLock(database.url, KEY, never, () => Promise.reject(new Error('broken')))
    await expect(failing).rejects.toThrow('broken')
    expect(await withAdvisoryLock(database.url, KEY, never, async () => 'next')).toBe('next')
  })

  it('aborts the signal when the connection that holds the lock is lost', async () => {
    const acquired = Promise.withResolvers<void>()
    const result = withAdvisoryLock(database.url, KEY, never, async (signal) => {
      acquired.resolve()
      const aborted = Promise.withResolvers<string>()
      signal.addEventListener('abort', () => aborted.resolve(signal.reason.message))
      return aborted.promise
    })
    await acquired.promise
    await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OURS}`)
    expect(await result).toBe('The connection that held the lock was lost')
  })

  it('rejects with the abort reason while it waits', async () => {
    const other = await holdElsewhere()
    const work = vi.fn(async () => {})
    const stopping = new AbortController()
    const second = withAdvisoryLock(database.url, KEY, stopping.signal, work)
    second.catch(() => {})
    await untilRefused()
    stopping.abort(new Error('closing'))
    await expect(second).rejects.toThrow('closing')
    await other.release()
    expect(work).not.toHaveBeenCalled()
    expect(await withAdvisoryLock(database.url, KEY, never, async () => 'free')).toBe('free')
  })

  it('does not start with an aborted signal', async () => {
    const work = vi.fn(async () => {})
    await expect(
      withAdvisoryLock(database.url, KEY, AbortSignal.abort(new Error('late')), work),
    ).rejects.toThrow('late')
    expect(work).not.toHaveBeenCalled()
  })

  it('holds the lock until started work finishes after an abort', async () => {
    const stopping = new AbortController()
    const result = withAdvisoryLock(database.url, KEY, stopping.signal, async () => {
      stopping.abort()
      const { rows } = await database.pool.query('select pg_try_advisory_lock($1) as free', [KEY])
      return rows[0].free
    })
    expect(await result).toBe(false)
  })

  it('releases the lock when the connection of its holder is killed', async () => {
    const first = await hold()
    await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OURS}`)
    expect(await withAdvisoryLock(database.url, KEY, never, async () => 'taken over')).toBe('taken over')
    first.release.resolve('finished none the less')
    expect(await first.result).toBe('finished none the less')
  })

  it('rejects when the database cannot be reached', async () => {
    const work = vi.fn(async () => {})
    await expect(withAdvisoryLock('postgres://u@127.0.0.1:1/x', KEY, never, work)).rejects.toThrow(
      'ECONNREFUSED',
    )
    expect(work).not.toHaveBeenCalled()
  })
})
