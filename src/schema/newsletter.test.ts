import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'

const database = await createTestDatabase()
const { pool } = database
afterAll(() => database.drop())

const subscribe = (email: string) =>
  pool.query('insert into newsletter_subscribers (email) values ($1) returning *', [email])

it('a new subscriber is active and has no name or account', async () => {
  const { rows } = await subscribe('new@example.org')
  expect(rows).toMatchObject([{ full_name: null, user_id: null, is_active: true }])
  expect(rows[0].subscribed_at).toBeInstanceOf(Date)
})

it.each(['reader@example.org', 'READER@example.org', 'Reader@Example.Org'])(
  'addresses are unique regardless of letter case: %s',
  async (spelling) => {
    await pool.query('delete from newsletter_subscribers')
    await subscribe('Reader@example.org')
    await expect(subscribe(spelling)).rejects.toMatchObject({
      code: '23505',
      constraint: 'newsletter_subscribers_email_key',
    })
  },
)

it('a blank address is rejected', async () => {
  await expect(subscribe('  ')).rejects.toMatchObject({ constraint: 'newsletter_subscribers_email_check' })
})

it('a subscriber remains when the account is deleted', async () => {
  await pool.query('delete from newsletter_subscribers')
  const { rows: users } = await pool.query(
    `insert into users (full_name, email) values ('A Reader', 'account@example.org') returning id`,
  )
  await pool.query(`insert into newsletter_subscribers (email, user_id) values ('account@example.org', $1)`, [
    users[0].id,
  ])
  await pool.query('delete from users')
  const { rows } = await pool.query('select email, user_id from newsletter_subscribers')
  expect(rows).toEqual([{ email: 'account@example.org', user_id: null }])
})

it('a campaign of an article names it', async () => {
  const create = (articleId: string | null) =>
    pool.query(
      `insert into newsletter_campaigns (template, subject, html, text, article_id) values ('article', 'Tea', '', '', $1)`,
      [articleId],
    )
  await expect(create(null)).rejects.toMatchObject({ constraint: 'newsletter_campaigns_article_check' })
  await create('00000000-0000-4000-8000-000000000001')
})
