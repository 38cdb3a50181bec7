import { startSmtpTestServer } from '../src/features/newsletter/testing/smtp-test-server.ts'
import { expect, test } from './fixtures/test.ts'

test('a pending email is sent before the server shuts down', async ({ site }) => {
  // It starts another server.
  test.slow()
  await using smtp = await startSmtpTestServer()
  const server = await site.startAnother({ SMTP_URL: smtp.url, MAIL_FROM: 'news@courier.example' })
  await site.sql("insert into site_settings values ('newsletter_double_opt_in', 'true')")
  await site.sql('begin')
  await site.sql('lock table newsletter_subscribers in access exclusive mode')
  const { status } = await fetch(`${server.url}/newsletter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email: 'new@example.org' }),
  })
  expect(status).toBe(200)
  // The query for due emails is waiting for the lock.
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%from newsletter_subscribers where lower(email)%'`
  const countWaiting = async () => {
    // A transaction sees the same activity otherwise.
    await site.sql('select pg_stat_clear_snapshot()')
    return (await site.sql(waiting)).length
  }
  await expect.poll(countWaiting).toBe(1)
  const ended = server[Symbol.asyncDispose]()
  const isOpen = () =>
    fetch(`${server.url}/livez`).then(
      () => true,
      () => false,
    )
  await expect.poll(isOpen).toBe(false)
  await site.sql('commit')
  await ended
  expect(smtp.received).toMatchObject([{ to: 'new@example.org' }])
})
