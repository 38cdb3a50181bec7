import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { onFirstStart } from './first-start.server.ts'

const database = await createTestDatabase()
const { db, pool } = database

beforeEach(() => pool.query('delete from first_start_steps'))
afterAll(() => database.drop())

describe('onFirstStart', () => {
  it('does a step once in a database’s life', async () => {
    let done = 0
    const step = async () => {
      done += 1
    }
    expect(await onFirstStart(db, 'sample edition', step)).toBe(true)
    expect(await onFirstStart(db, 'sample edition', step)).toBe(false)
    expect(done).toBe(1)
  })

  it('does it once when several processes start at once, and the others wait for its end', async () => {
    let done = 0
    const step = async () => {
      await pool.query('select pg_sleep(0.05)')
      done += 1
    }
    const all = await Promise.all(
      Array.from({ length: 5 }, async () => ({ mine: await onFirstStart(db, 'sample edition', step), done })),
    )
    expect(all.filter(({ mine }) => mine)).toHaveLength(1)
    expect(all.map((each) => each.done)).toEqual([1, 1, 1, 1, 1])
  })

  it('does it again at the next start when it failed, and keeps nothing of the first attempt', async () => {
    const fail = onFirstStart(db, 'sample edition', async (tx) => {
      await tx.execute(`insert into articles (title) values ('Half an edition')`)
      throw new Error('no file')
    })
    await expect(fail).rejects.toThrow('no file')
    expect((await pool.query('select from articles')).rowCount).toBe(0)
    expect(await onFirstStart(db, 'sample edition', async () => {})).toBe(true)
  })
})
