import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setDatabase } from '#platform/database/db.server.ts'
import type { AttemptLimit } from '#platform/http/attempt-limit.server.ts'
import { log } from '#platform/process/log.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { type SiteResponse, startTestSite, type TestSite } from '#platform/testing/test-site.ts'
import { createSignupHandler } from './signup-handler.server.ts'

const ORIGIN = 'https://paper.example'
const FORM = 'application/x-www-form-urlencoded'
const EMAIL = 'reader@example.org'
const UNLIMITED: AttemptLimit = { take: async () => null }

const database = await createTestDatabase()
const { pool } = database
let site: TestSite

beforeAll(() => {
  log().level = 'silent'
  setSiteOrigin({ SITE_URL: ORIGIN }, 0)
})
beforeEach(async () => {
  setDatabase(database)
  await pool.query('delete from newsletter_subscribers')
  await pool.query(
    "update site_settings set setting_value = 'true' where setting_name = 'newsletter_enabled'",
  )
})
afterEach(async () => {
  expect(site.errors).toEqual([])
  await site.close()
})
afterAll(async () => {
  setDatabase(undefined)
  await database.drop()
})

async function open(limit?: AttemptLimit): Promise<void> {
  const handleSignup = createSignupHandler(limit)
  site = await startTestSite(async (request) => handleSignup({ request }))
}

function post(fields: Record<string, unknown>, headers: Record<string, string> = {}): Promise<SiteResponse> {
  const json = { 'content-type': 'application/json', accept: 'application/json', ...headers }
  return site.send('/newsletter', { method: 'POST', headers: json, body: JSON.stringify(fields) })
}

const isJson = ({ headers }: SiteResponse) => headers['content-type']?.startsWith('application/json')
const outcomeOf = ({ body }: SiteResponse) => JSON.parse(body.toString()).outcome

async function stored() {
  const { rows } = await pool.query('select email, full_name, user_id, is_active from newsletter_subscribers')
  return rows
}

describe('POST /newsletter', () => {
  it('stores the trimmed email and name', async () => {
    await open(UNLIMITED)
    const response = await post({ email: ` ${EMAIL} `, full_name: ' Ada Penrose ' })
    expect(response.status).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(response.body.toString())).toEqual({
      outcome: 'subscribed',
      title: 'Thank you for subscribing',
      text: 'You will receive our next newsletter. If you have unsubscribed before, open the link in the email we have sent you.',
    })
    expect(await stored()).toEqual([
      { email: EMAIL, full_name: 'Ada Penrose', user_id: null, is_active: true },
    ])
  })

  it('stores no blank name', async () => {
    await open(UNLIMITED)
    await post({ email: EMAIL, full_name: '  ' })
    expect(await stored()).toEqual([{ email: EMAIL, full_name: null, user_id: null, is_active: true }])
  })

  it('stores no other fields', async () => {
    await open(UNLIMITED)
    const id = '00000000-0000-4000-8000-000000000001'
    await post({ email: EMAIL, id, user_id: id, is_active: false, subscribed_at: '1970-01-01' })
    const { rows } = await pool.query(
      "select id, user_id, is_active, subscribed_at > now() - interval '1 hour' as new from newsletter_subscribers",
    )
    expect(rows).toEqual([{ id: expect.not.stringMatching(id), user_id: null, is_active: true, new: true }])
  })

  it.each([
    ['the same address', EMAIL],
    ['the same address in another case', 'READER@Example.Org'],
  ])('rejects %s as a duplicate without changes', async (_, email) => {
    await open(UNLIMITED)
    await pool.query('insert into newsletter_subscribers (email, full_name) values ($1, $2)', [
      EMAIL,
      'First',
    ])
    const response = await post({ email, full_name: 'Second' })
    expect(response.status).toBe(409)
    expect(JSON.parse(response.body.toString())).toEqual({
      outcome: 'duplicate',
      title: 'Already subscribed',
      text: 'This email is already subscribed to our newsletter',
      field: 'email',
    })
    expect(await stored()).toMatchObject([{ email: EMAIL, full_name: 'First', is_active: true }])
  })

  it.each(['Unsubscribed', 'Rejected: 550', null])(
    'responds to an inactive reader (%s) as to an unknown one, and does not activate the address',
    async (reason) => {
      await open(UNLIMITED)
      const unknown = [await post({ email: 'new@example.org' }), await post({ email: 'new@example.org' })]
      await pool.query(
        'insert into newsletter_subscribers (email, is_active, inactive_reason) values ($1, false, $2)',
        [EMAIL, reason],
      )
      const inactive = [await post({ email: EMAIL }), await post({ email: EMAIL.toUpperCase() })]
      const answers = (responses: SiteResponse[]) =>
        responses.map(({ status, body }) => [status, body.toString()])
      expect(answers(inactive)).toEqual(answers(unknown))
      expect(inactive.map(outcomeOf)).toEqual(['subscribed', 'duplicate'])
      expect(await stored()).toContainEqual({
        email: EMAIL,
        full_name: null,
        user_id: null,
        is_active: false,
      })
    },
  )

  it.each([
    ['', 'email-missing', 'Please enter your email address'],
    ['nobody', 'email-invalid', 'Please enter a valid email address'],
    [
      'jörg@müller.example',
      'email-not-ascii',
      'Letters such as “ö” are not supported before the @ of an email address',
    ],
  ])('rejects the address %j', async (email, outcome, text) => {
    await open(UNLIMITED)
    const response = await post({ email })
    expect(response.status).toBe(422)
    expect(JSON.parse(response.body.toString())).toEqual({ outcome, title: 'Error', text, field: 'email' })
    expect(await stored()).toEqual([])
  })

  it('rejects signups while the newsletter is disabled', async () => {
    await open(UNLIMITED)
    await pool.query(
      "update site_settings set setting_value = 'false' where setting_name = 'newsletter_enabled'",
    )
    const response = await post({ email: EMAIL })
    expect([response.status, outcomeOf(response)]).toEqual([403, 'closed'])
    expect(await stored()).toEqual([])
  })

  it('stores nothing when the honeypot field is filled in', async () => {
    await open(UNLIMITED)
    expect(outcomeOf(await post({ email: EMAIL, subject: 'Buy' }))).toBe('subscribed')
    expect(await stored()).toEqual([])
  })

  it('responds with the specified message when the database fails, and logs no address', async () => {
    await open(UNLIMITED)
    const logged = vi.spyOn(log(), 'error')
    await pool.query('alter table newsletter_subscribers rename to elsewhere')
    const response = await post({ email: EMAIL, full_name: 'Ada Penrose' }).finally(() =>
      pool.query('alter table elsewhere rename to newsletter_subscribers'),
    )
    expect(response.status).toBe(500)
    expect(JSON.parse(response.body.toString())).toEqual({
      outcome: 'failed',
      title: 'Error',
      text: 'Failed to subscribe to newsletter. Please try again.',
    })
    expect(logged).toHaveBeenCalledOnce()
    const entries = JSON.stringify(logged.mock.calls)
    expect(entries).toContain('newsletter_subscribers')
    expect(entries).not.toMatch(/reader@|Penrose/)
  })
})

describe('a form without JavaScript', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    site.send('/newsletter', {
      method: 'POST',
      headers: { 'content-type': FORM, accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
      body,
    })

  it.each([
    ['email=reader%40example.org&full_name=Ada+Penrose&subject=', 'subscribed'],
    ['email=taken%40example.org', 'duplicate'],
    ['email=', 'email-missing'],
    ['email=x', 'email-invalid'],
    ['email=a%40b&full_name=a%0D%0Ab', 'name-invalid'],
  ])('redirects %s to the page of its result', async (body, outcome) => {
    await open(UNLIMITED)
    await pool.query("insert into newsletter_subscribers (email) values ('taken@example.org')")
    const response = await send(body)
    expect(response.status).toBe(303)
    expect(response.headers.location).toBe(`/newsletter?outcome=${outcome}#signup`)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body.length).toBe(0)
  })
})

describe('attacks', () => {
  it.each<[string, Record<string, string>]>([
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['Origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
  ])('rejects a cross-site request: %s', async (_, headers) => {
    await open(UNLIMITED)
    const response = await post({ email: EMAIL }, headers)
    expect(response.status).toBe(403)
    expect(response.body.toString()).toBe('Cross-site requests are not allowed.\n')
    expect(await stored()).toEqual([])
  })

  it('accepts a same-origin request', async () => {
    await open(UNLIMITED)
    const headers = { 'sec-fetch-site': 'same-origin', origin: ORIGIN }
    expect((await post({ email: EMAIL }, headers)).status).toBe(200)
  })

  it.each([
    ['text/plain', '{"email":"a@b"}', 415],
    ['multipart/form-data; boundary=x', '--x--', 415],
    ['application/json', '{"email":', 400],
    ['application/json', '["a@b"]', 400],
    [FORM, `email=a%40b&full_name=${'x'.repeat(8 * 1024)}`, 413],
    ['application/json', JSON.stringify({ email: 'a@b', more: 'x'.repeat(50_000) }), 413],
  ])('rejects an unsupported body of %s', async (type, body, status) => {
    await open(UNLIMITED)
    const response = await site.send('/newsletter', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(response.status).toBe(status)
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(await stored()).toEqual([])
  })

  it('rejects an endless chunked body', async () => {
    await open(UNLIMITED)
    const piece = `2000\r\n${'x'.repeat(0x2000)}\r\n`
    const head = `POST /newsletter HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n`
    expect(await site.write(head + piece.repeat(20))).toMatch(/^HTTP\/1.1 411 /)
  })

  it('stores one subscriber for hundreds of concurrent signups with one address', async () => {
    await open(UNLIMITED)
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) => post({ email: index % 2 ? EMAIL : EMAIL.toUpperCase() })),
    )
    const [handled, rejected] = [responses.filter(isJson), responses.filter((response) => !isJson(response))]
    // More requests than may wait at once.
    expect(rejected.every(({ status }) => status === 503)).toBe(true)
    const outcomes = handled.map(outcomeOf)
    expect(outcomes.filter((outcome) => outcome === 'subscribed')).toHaveLength(1)
    expect(outcomes.length).toBeGreaterThan(50)
    // A slow machine may fail some requests.
    expect(outcomes.filter((outcome) => outcome !== 'duplicate' && outcome !== 'failed')).toHaveLength(1)
    expect(await stored()).toHaveLength(1)
  }, 60_000)

  it.each([
    ["o'neil@example.org", "Robert'); drop table newsletter_subscribers;--"],
    ['x@example.org', '<script>alert(1)</script>"><img src=x onerror=alert(1)>'],
    ['=cmd@example.org', '=HYPERLINK("https://evil.example";"Click")'],
    ['+1@example.org', '@SUM(1+1)*cmd|" /C calc"!A0'],
    ['%24%7Bx%7D@example.org', '{{7*7}} #{7*7} <%= 7*7 %> %s %00 \\u0000'],
  ])('stores input that looks like code unchanged: %s', async (email, full_name) => {
    await open(UNLIMITED)
    const response = await post({ email, full_name })
    expect(outcomeOf(response)).toBe('subscribed')
    expect(response.body.toString()).not.toContain(full_name)
    expect(await stored()).toMatchObject([{ email, full_name }])
  })

  it.each([
    { email: 'a@b.example\r\nBcc: c@d.example' },
    { email: 'a@b.example\nDATA' },
    { email: EMAIL, full_name: 'Ada\r\nBcc: c@d.example' },
    { email: EMAIL, full_name: 'Ada\0' },
    { email: { toString: 'x' } },
    { email: [EMAIL] },
    { email: "' or '1'='1" },
  ])('rejects %j', async (fields) => {
    await open(UNLIMITED)
    expect((await post(fields)).status).toBe(422)
    expect(await stored()).toEqual([])
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('rejects %s', async (method) => {
    await open(UNLIMITED)
    const headers = { 'content-type': FORM }
    const response = await site.send('/newsletter', { method, headers, body: 'email=a%40b' })
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
    expect(await stored()).toEqual([])
  })
})

describe('the limit per address', () => {
  afterEach(() => void vi.useRealTimers())

  it('is five attempts in ten minutes, whatever the forwarding headers are', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await open()
    const attempt = (host: number) =>
      post({ email: `r${host}@example.org` }, { 'x-forwarded-for': `8.8.8.${host}` })
    for (let host = 1; host <= 5; host += 1) expect((await attempt(host)).status).toBe(200)
    vi.setSystemTime(Date.now() + 60_000)
    const refused = await attempt(6)
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('540')
    expect(JSON.parse(refused.body.toString())).toEqual({
      outcome: 'too-many',
      title: 'Error',
      text: 'Too many attempts. Please try again in a few minutes.',
    })
    expect(await stored()).toHaveLength(5)
    vi.setSystemTime(Date.now() + 540_000)
    expect((await attempt(6)).status).toBe(200)
  })

  it('does not count invalid input', async () => {
    await open()
    for (let slip = 0; slip < 20; slip += 1) expect((await post({ email: 'reader@' })).status).toBe(422)
    expect((await post({ email: EMAIL })).status).toBe(200)
  })

  it('counts attempts that find duplicates', async () => {
    await open()
    for (let attempt = 0; attempt < 5; attempt += 1) await post({ email: EMAIL })
    expect((await post({ email: EMAIL })).status).toBe(429)
  })
})
