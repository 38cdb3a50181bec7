import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { vi } from 'vitest'
import { eventually } from './eventually.ts'

type Scenario = {
  work: () => Promise<unknown>
  /** Expects that the work is done, and that repeating it changes nothing. */
  expectDone: () => Promise<void>
}

/**
 * Runs work again and again, each time losing the connection just before or just after a COMMIT: it is done completely or
 * not at all. PostgreSQL treats the loss after an earlier statement of the transaction like one just before COMMIT.
 *
 * @param options.prepare also empties the tables
 * @param options.readAll reads everything that the work writes
 * @returns the number of commits
 */
export async function interruptCommits(
  pool: pg.Pool,
  { prepare, readAll }: { prepare: () => Promise<Scenario>; readAll: () => Promise<unknown> },
): Promise<number> {
  const whole = await prepare()
  const statements = await runTransactions(pool, whole.work)
  await whole.expectDone()
  const commits = statements.flatMap((text, index) => (/^commit\b/i.test(text) ? [index] : []))
  for (const last of commits.flatMap((index) => [index - 1, index])) {
    const { work, expectDone } = await prepare()
    const before = await readAll()
    await runTransactions(pool, work, last)
    const isRolledBack = isDeepStrictEqual(await readAll(), before)
    if (isRolledBack) await work()
    await expectDone()
  }
  return commits.length
}

/**
 * Runs work whose transactions use the pool.
 *
 * @param last the index of the statement after which the connection is lost
 * @returns the text of the statements
 */
async function runTransactions(
  pool: pg.Pool,
  work: () => Promise<unknown>,
  last?: number,
): Promise<string[]> {
  const statements: string[] = []
  let backend: number | null = null
  const connect = pool.connect.bind(pool)
  const spy = vi.spyOn(pool, 'connect').mockImplementation((async (callback?: never) => {
    // A query outside of a transaction.
    if (callback) return connect(callback)
    const client: pg.PoolClient = await connect()
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    let isLost = false
    return Object.assign(Object.create(client), {
      async query(...args: unknown[]) {
        const [statement] = args
        statements.push(typeof statement === 'string' ? statement : (statement as { text: string }).text)
        const isLast = statements.length - 1 === last
        const result = await query(...args)
        if (!isLast) return result
        isLost = true
        backend = (client as pg.PoolClient & { processID: number | null }).processID
        client.release(true)
        throw new Error('Connection terminated unexpectedly')
      },
      release: (error?: boolean) => isLost || client.release(error),
    })
  }) as typeof pool.connect)
  try {
    await work()
  } catch (error) {
    if (!backend) throw error
  } finally {
    spy.mockRestore()
  }
  if (backend) await whenEnded(pool, backend)
  return statements
}

/** Waits for the end of a transaction, which holds its locks until then. */
async function whenEnded(pool: pg.Pool, backend: number): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await pool.query('select from pg_stat_activity where pid = $1', [backend])
    if (rowCount !== 0) throw new Error('The interrupted transaction has not ended')
  }, 2)
}
