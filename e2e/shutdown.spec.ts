import { Agent, request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { startSmtpTestServer } from '../src/features/newsletter/testing/smtp-test-server.ts'
import { expect, test } from './fixtures/test.ts'

test('a pending email is sent before the server shuts down', async ({ site }) => {
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
  expect(smtp.received).toMatchObject([{ to: 'new@example.org' }])
})

/** Sends a request through `agent`. @returns the status, and the error of a connection that was reset */
async function send(agent: Agent, url: string, form?: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const headers = form
    ? { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(url).origin }
    : {}
  const outgoing = sendRequest(url, { agent, method: form ? 'POST' : 'GET', headers }, (incoming) => {
    text(incoming).then(
      () => resolve(String(incoming.statusCode)),
      (error) => resolve(error.message),
    )
  })
  outgoing.on('error', (error) => resolve(error.message)).end(form)
  return promise
}

test('a restart of one of two servers fails no request of keep-alive clients', async ({ site }) => {
  const stopping = await site.startAnother({ SHUTDOWN_GRACE_SECONDS: '1' })
  const remaining = await site.startAnother({})
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const results = new Map<string, number>()
  let [isReady, hasStopped] = [true, false]
  const serve = async (client: number) => {
    while (!hasStopped) {
      const server = isReady ? stopping : remaining
      const isWriter = client < 3
      const result = isWriter
        ? await send(
            agent,
            `${server.url}/newsletter`,
            `email=reader${client}-${crypto.randomUUID()}@example.org`,
          )
        : await send(agent, `${server.url}/`)
      // Sign-ups are limited by client.
      const isExpected = isWriter ? /^(200|303|429)$/.test(result) : result === '200'
      results.set(isExpected ? 'expected' : result, (results.get(isExpected ? 'expected' : result) ?? 0) + 1)
    }
  }
  // As a load balancer checks it.
  const watch = async () => {
    while (isReady) isReady = (await fetch(`${stopping.url}/readyz`)).status === 200
  }
  const clients = Promise.all([watch(), ...Array.from({ length: 20 }, (_, client) => serve(client))])
  await expect.poll(() => results.get('expected') ?? 0).toBeGreaterThan(100)
  await stopping[Symbol.asyncDispose]()
  hasStopped = true
  await clients
  agent.destroy()
  expect(isReady).toBe(false)
  expect([...results.keys()]).toEqual(['expected'])
})
