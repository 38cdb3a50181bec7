import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSiteOrigin } from '#platform/site-origin.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { composeConfirmation } from './link-handlers.server.ts'

const database = await createTestDatabase()
const { db, pool } = database

beforeAll(() => setSiteOrigin({ SITE_URL: 'https://paper.example' }, 0))
beforeEach(async () => {
  await emptyTables(pool, 'newsletter_subscribers', 'account_attempts')
})
afterAll(() => database.drop())

const compose = (email: string) => composeConfirmation(db, { email, fullName: null }, new Date())

describe('the confirmation email', () => {
  it('is sent to a mailbox at most three times a day, from any client', async () => {
    const spellings = ['ada@example.org', 'ADA@Example.org', 'ada+news@example.org', 'ada+x+y@example.org']
    const attempts = Array.from({ length: 100 }, (_, index) => spellings[index % 4] ?? '')
    const emails = await Promise.all(attempts.map(compose))
    expect(emails.filter((email) => email !== undefined)).toHaveLength(3)
    expect(await compose('grace@example.org')).toBeDefined()
  })

  it('contains the link for an unknown address', async () => {
    const email = await compose('ada@example.org')
    expect(email?.subject).toMatch(/^Confirm your subscription to /)
    expect(email?.text).toContain('https://paper.example/newsletter/confirm/')
  })

  it('informs a subscriber, without a link, and counts towards the limit', async () => {
    await pool.query("insert into newsletter_subscribers (email) values ('Ada@example.org')")
    const emails = await Promise.all(Array.from({ length: 5 }, () => compose('ada@example.org')))
    const sent = emails.filter((email) => email !== undefined)
    expect(sent).toHaveLength(3)
    expect(sent[0]?.subject).toMatch(/^You are already subscribed to /)
    expect(sent[0]?.text).toContain('This email is already subscribed to the newsletter of')
    expect(sent[0]?.text).not.toContain('/newsletter/confirm/')
  })
})
