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
  await refundAttempt(db, ATTEMPT, LIMIT)
  expect([await consume(), await consume()]).toEqual([null, expect.any(Number)])
  await resetAttempts(db, ATTEMPT)
  expect(await consume()).toBeNull()
})
