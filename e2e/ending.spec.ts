import { openPostOffice } from '../src/features/newsletter/testing/post-office.ts'
import { expect, test } from './fixtures/test.ts'

test('a letter that is under way is sent before the server ends', async ({ site }) => {
  await using office = await openPostOffice()
  const server = await site.startAnother({ SMTP_URL: office.url, MAIL_FROM: 'news@courier.example' })
  await site.sql("insert into site_settings values ('newsletter_double_opt_in', 'true')")
  await site.sql('begin')
  await site.sql('lock table newsletter_subscribers in access exclusive mode')
  const { status } = await fetch(`${server.url}/newsletter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email: 'new@example.org' }),
  })
  expect(status).toBe(200)
  // Whether a letter is due at all is not known yet.
  const waiting = "select from pg_locks where relation = 'newsletter_subscribers'::regclass and not granted"
  await expect.poll(async () => (await site.sql(waiting)).length).toBe(1)
  const ended = server[Symbol.asyncDispose]()
  const isOpen = () =>
    fetch(`${server.url}/livez`).then(
      () => true,
      () => false,
    )
  await expect.poll(isOpen).toBe(false)
  await site.sql('commit')
  await ended
  expect(office.received).toMatchObject([{ to: 'new@example.org' }])
})
