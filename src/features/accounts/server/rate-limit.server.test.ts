import { afterAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { consumeAttempt, refundAttempt, resetAttempts } from './rate-limit.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const ATTEMPT = { action: 'sign-in', subject: 'ada@example.org' }
const LIMIT = { attempts: 3, seconds: 60 }

const consume = () => consumeAttempt(db, ATTEMPT, LIMIT)

beforeEach(() => pool.query('delete from account_attempts'))
afterAll(() => database.drop())

it('allows exactly as many attempts as the limit, however many come at once', async () => {
  const waits = await Promise.all(Array.from({ length: 20 }, consume))
  expect(waits.filter((seconds) => seconds === null)).toHaveLength(3)
  expect(waits.filter((seconds) => seconds !== null && seconds > 50 && seconds <= 60)).toHaveLength(17)
})

it('counts the attempts of each subject and action apart, and stores neither', async () => {
  for (let attempt = 0; attempt < 3; attempt++) await consume()
  expect(await consumeAttempt(db, { ...ATTEMPT, subject: 'ben@example.org' }, LIMIT)).toBeNull()
  expect(await consumeAttempt(db, { ...ATTEMPT, action: 'reset' }, LIMIT)).toBeNull()
  const { rows } = await pool.query('select key from account_attempts')
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toMatch(/ada|sign-in/)
})

it('begins a new window with the first attempt after the last one, and deletes those that are over', async () => {
  await consumeAttempt(db, { action: 'reset', subject: 'ben@example.org' }, LIMIT)
  for (let attempt = 0; attempt < 4; attempt++) await consume()
  await pool.query("update account_attempts set ends_at = now() - interval '1 second'")
  expect(await consume()).toBeNull()
  const { rows } = await pool.query('select count, ends_at > now() as "isOpen" from account_attempts')
  expect(rows).toEqual([{ count: 1, isOpen: true }])
})

it('gives attempts back, one or all', async () => {
  for (let attempt = 0; attempt < 3; attempt++) await consume()
  await refundAttempt(db, ATTEMPT)
  expect([await consume(), await consume()]).toEqual([null, expect.any(Number)])
  await resetAttempts(db, ATTEMPT)
  expect(await consume()).toBeNull()
})

it.each([
  ['before the first attempt', ''],
  ['after the window', "update account_attempts set ends_at = now() - interval '1 second'"],
  ['after a reset', 'delete from account_attempts'],
  ['of more attempts than there were', 'update account_attempts set count = 0'],
])('a refund %s allows no more attempts than the limit', async (_, change) => {
  if (change) {
    await consume()
    await pool.query(change)
  }
  await refundAttempt(db, ATTEMPT)
  const waits = [await consume(), await consume(), await consume(), await consume()]
  expect(waits).toEqual([null, null, null, expect.any(Number)])
})

it('finds the attempts that are over by an index, among networks that are known for months', async () => {
  await pool.query(
    "insert into account_attempts select 'network ' || n, 0, now() + interval '90 days' from generate_series(1, 5000) n",
  )
  await pool.query('analyze account_attempts')
  const { rows } = await pool.query('explain delete from account_attempts where ends_at <= now()')
  expect(JSON.stringify(rows)).toContain('account_attempts_end_idx')
})
