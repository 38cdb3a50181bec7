import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { runOnce } from './run-once.server.ts'

const database = await createTestDatabase()
const { db, pool } = database

beforeEach(() => pool.query('delete from first_start_steps'))
afterAll(() => database.drop())

describe('runOnce', () => {
  it('runs a step once per database', async () => {
    let done = 0
    const step = async () => {
      done += 1
    }
    expect(await runOnce(db, 'sample edition', step)).toBe(true)
    expect(await runOnce(db, 'sample edition', step)).toBe(false)
    expect(done).toBe(1)
  })

  it('runs a step once when several processes start, while the others wait', async () => {
    let done = 0
    const step = async () => {
      await pool.query('select pg_sleep(0.05)')
      done += 1
    }
    const all = await Promise.all(
      Array.from({ length: 5 }, async () => ({ mine: await runOnce(db, 'sample edition', step), done })),
    )
    expect(all.filter(({ mine }) => mine)).toHaveLength(1)
    expect(all.map((each) => each.done)).toEqual([1, 1, 1, 1, 1])
  })

  it('rolls back a failed step and runs it again', async () => {
    const fail = runOnce(db, 'sample edition', async (tx) => {
      await tx.execute(`insert into articles (title) values ('Half an edition')`)
      throw new Error('no file')
    })
    await expect(fail).rejects.toThrow('no file')
    expect((await pool.query('select from articles')).rowCount).toBe(0)
    expect(await runOnce(db, 'sample edition', async () => {})).toBe(true)
  })
})
