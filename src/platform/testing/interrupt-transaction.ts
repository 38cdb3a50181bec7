import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { expect, vi } from 'vitest'
import { eventually } from './eventually.ts'

const MAX_STATEMENTS = 100

type Scenario = {
  work: () => Promise<unknown>
  /** Expects that the work is done, and that repeating it changes nothing. */
  expectDone: () => Promise<void>
}

/**
 * Runs a transaction again and again, each time losing its connection after one more statement: it is done completely or
 * not at all.
 *
 * @param options.prepare also empties the tables
 * @param options.readAll reads everything that the work writes
 * @returns the number of statements
 */
export async function interruptEachStatement(
  pool: pg.Pool,
  { prepare, readAll }: { prepare: () => Promise<Scenario>; readAll: () => Promise<unknown> },
): Promise<number> {
  let statements = 0
  let scenario = await prepare()
  let before = await readAll()
  while (statements < MAX_STATEMENTS && (await interruptTransaction(pool, statements + 1, scenario.work))) {
    statements += 1
    // The transaction was rolled back, so that the next attempt begins with the same data.
    if (isDeepStrictEqual(await readAll(), before)) continue
    await scenario.expectDone()
    scenario = await prepare()
    before = await readAll()
  }
  await scenario.expectDone()
  expect(statements).toBeLessThan(MAX_STATEMENTS)
  return statements
}

/**
 * Ends the connection of a transaction after its n-th statement, which may be COMMIT.
 *
 * @returns whether there were so many statements
 */
async function interruptTransaction(
  pool: pg.Pool,
  n: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  let count = 0
  let backend: number | null = null
  const connect = pool.connect.bind(pool)
  const spy = vi.spyOn(pool, 'connect').mockImplementation((async (callback?: never) => {
    // A query outside of a transaction.
    if (callback) return connect(callback)
    const client: pg.PoolClient = await connect()
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    return Object.assign(Object.create(client), {
      async query(...args: unknown[]) {
        count += 1
        const result = await query(...args)
        if (count !== n) return result
        backend = (client as pg.PoolClient & { processID: number | null }).processID
        client.release(true)
        throw new Error('Connection terminated unexpectedly')
      },
      release: (error?: boolean) => count < n && client.release(error),
    })
  }) as typeof pool.connect)
  try {
    await work()
    return false
  } catch (error) {
    if (count < n) throw error
    await whenEnded(pool, backend)
    return true
  } finally {
    spy.mockRestore()
  }
}

/** Waits for the end of a transaction, which holds its locks until then. */
async function whenEnded(pool: pg.Pool, backend: number | null): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await pool.query('select from pg_stat_activity where pid = $1', [backend])
    if (rowCount !== 0) throw new Error('The interrupted transaction has not ended')
  }, 2)
}
