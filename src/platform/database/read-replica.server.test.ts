import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { type Replica, startReplica } from '#platform/testing/replica.ts'
import { startTestPostgres, type TestPostgres } from '#platform/testing/test-postgres.ts'
import { type Database, openDatabase } from './db.server.ts'
import { findReplicaProblem, openReadReplica, type ReadReplica } from './read-replica.server.ts'

let postgres: TestPostgres
let server: Replica
let primary: Database
let replica: ReadReplica
const states: string[] = []

beforeAll(async () => {
  postgres = await startTestPostgres()
  primary = openDatabase(postgres.url, () => {})
  await primary.pool.query('create table entries (id int)')
  server = await startReplica(postgres.url)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await primary.close()
  await postgres.stop()
})
beforeEach(() => {
  states.length = 0
  replica = openReadReplica(server.url, primary, (state) => states.push(state))
})
afterEach(() => replica.close())

/** Returns the number of entries, and whether the replica has counted them. */
async function count() {
  const { rows } = await replica.db.execute<{ count: number; isReplica: boolean }>(
    sql`select count(*)::int as count, pg_is_in_recovery() as "isReplica" from entries`,
  )
  return rows[0]
}

/** By default, waits until the commit is on the disk, which this server otherwise does not do. */
async function addEntry(synchronousCommit: 'on' | 'off' = 'on'): Promise<number> {
  await primary.pool.query(
    `begin; set local synchronous_commit = ${synchronousCommit}; insert into entries values (1); commit`,
  )
  const { rows } = await primary.pool.query('select count(*)::int as count from entries')
  replica.markChanged()
  return rows[0].count
}

describe('a read replica', () => {
  it('answers, never with older data than the last change', async () => {
    for (let round = 0; round < 50; round += 1) {
      const expected = await addEntry(round % 10 === 0 ? 'off' : 'on')
      const counts = await Promise.all(Array.from({ length: 4 }, count))
      expect(new Set(counts.map((found) => found?.count))).toEqual(new Set([expected]))
    }
    await eventually(async () => expect(await count()).toMatchObject({ isReplica: true }))
    expect(replica.reads.replica).toBeGreaterThan(0)
  })

  it('answers transactions', async () => {
    await eventually(async () => {
      const rows = await replica.db.transaction(
        async (tx) => (await tx.execute(sql`select pg_is_in_recovery() as "isReplica"`)).rows,
      )
      expect(rows).toEqual([{ isReplica: true }])
    })
  })

  it('leaves errors of queries to the caller', async () => {
    await eventually(async () => expect(await count()).toMatchObject({ isReplica: true }))
    await expect(replica.db.execute(sql`select 1 / 0`)).rejects.toMatchObject({ cause: { code: '22012' } })
  })

  it('lets the primary answer what a replica cannot do', async () => {
    await eventually(async () => expect(await count()).toMatchObject({ isReplica: true }))
    const before = replica.reads.primary
    await replica.db.transaction((tx) => tx.execute(sql`insert into entries values (2)`))
    expect(replica.reads.primary).toBe(before + 1)
  })

  it('lets the primary answer at once while it lags, until it has caught up', async () => {
    await server.pause()
    const expected = await addEntry()
    expect(await count()).toEqual({ count: expected, isReplica: false })
    expect(replica.state).toBe('late')
    await eventually(() => expect(replica.lagMs).toBeGreaterThan(1_000))
    const began = performance.now()
    expect(await count()).toEqual({ count: expected, isReplica: false })
    expect(performance.now() - began).toBeLessThan(200)
    expect(await findReplicaProblem(server.url, primary, 100)).toContain('is more than 0.1 s behind')

    await server.resume()
    await eventually(async () => expect(await count()).toEqual({ count: expected, isReplica: true }))
    expect(states).toEqual(['late', 'used'])
    expect(await findReplicaProblem(server.url, primary, 10_000)).toBeUndefined()
  })

  it('lets the primary answer while it hangs, also queries in progress', async () => {
    await eventually(async () => expect(await count()).toMatchObject({ isReplica: true }))
    const slow = replica.db.execute<{ isReplica: boolean }>(
      sql`select pg_is_in_recovery() as "isReplica" from pg_sleep(case when pg_is_in_recovery() then 600 else 0 end)`,
    )
    await server.signal('SIGSTOP')
    expect((await slow).rows).toEqual([{ isReplica: false }])
    expect(replica.state).toBe('unavailable')
    expect(replica.lagMs).toBeUndefined()
    expect(await count()).toMatchObject({ isReplica: false })
    await server.signal('SIGCONT')
    await eventually(async () => expect(await count()).toMatchObject({ isReplica: true }))
  })

  it('lets the primary answer while it is stopped', async () => {
    await eventually(async () => expect(await count()).toMatchObject({ isReplica: true }))
    await server.stop()
    const expected = await addEntry()
    expect(await count()).toEqual({ count: expected, isReplica: false })
    expect(await findReplicaProblem(server.url, primary, 100)).toContain('cannot be reached')
    await server.start()
    await eventually(async () => expect(await count()).toEqual({ count: expected, isReplica: true }))
  })

  it('is not used if it replicates another server', async () => {
    const foreign = openReadReplica(postgres.url, primary)
    const { rows } = await foreign.db.execute(sql`select pg_is_in_recovery() as "isReplica"`)
    expect(rows).toEqual([{ isReplica: false }])
    expect(foreign.reads).toEqual({ primary: 1, replica: 0 })
    await eventually(() => expect(foreign.state).toBe('foreign'))
    await foreign.close()
    expect(await findReplicaProblem(postgres.url, primary, 100)).toContain('does not replicate')
  })
})
