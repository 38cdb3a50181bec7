import type pg from 'pg'
import { vi } from 'vitest'
import { eventually } from './eventually.ts'

/**
 * Ends the connection of a transaction after its n-th statement, which may be COMMIT.
 *
 * @returns whether there were so many statements
 */
export async function interruptTransaction(
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
