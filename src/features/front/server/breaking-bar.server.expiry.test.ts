import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { expireBreakingBar } from './breaking-bar.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

it('announces the end of a bar once, and nothing if none has ended', async () => {
  const client = await pool.connect()
  const announced: string[] = []
  client.on('notification', ({ payload = '' }) => announced.push(payload))
  await client.query('listen masthead_live')
  /** Notifications arrive in order. */
  const readAnnounced = async () => {
    await pool.query("select pg_notify('masthead_live', 'end')")
    await expect.poll(() => announced.at(-1)).toBe('end')
    return announced.splice(0).slice(0, -1)
  }
  await pool.query("insert into breaking_bar (text, ends_at) values ('Result soon', '2026-11-29T12:00Z')")
  await readAnnounced()
  await expireBreakingBar(db, new Date('2026-11-29T11:59Z'))
  expect(await readAnnounced()).toEqual([])
  await expireBreakingBar(db, new Date('2026-11-29T12:00Z'))
  expect((await readAnnounced()).map((text) => JSON.parse(text))).toEqual([
    { table: 'breaking_bar', op: 'DELETE' },
  ])
  await expireBreakingBar(db, new Date('2026-11-29T12:01Z'))
  expect(await readAnnounced()).toEqual([])
  client.release()
})
