import { createHmac } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createAccountServer,
  EDITOR,
  ORIGIN,
  type TestBrowser,
} from '#features/accounts/testing/account-server.ts'
import { setNewsFetcher } from './fetch-news.server.ts'
import { handleFetchNews } from './fetch-news-handler.server.ts'

const server = await createAccountServer()
const { pool } = server.database
let [runs, forced] = [0, 0]
const REPORT = {
  feeds: 0,
  notModified: 0,
  failed: 0,
  created: 0,
  updated: 0,
  held: 0,
  duplicates: 0,
  errors: [],
}
setNewsFetcher({
  async fetchNews() {
    runs += 1
    return REPORT
  },
  async refresh() {
    forced += 1
    return REPORT
  },
  recordRun: () => Promise.reject(new Error('not tried here')),
  testFeed: () => Promise.reject(new Error('not tried here')),
  stop: async () => {},
})
beforeEach(async () => {
  await server.reset()
  runs = 0
  forced = 0
})
afterAll(async () => {
  setNewsFetcher(undefined)
  await server[Symbol.asyncDispose]()
})

async function sendRequest(headers: Record<string, string>, body: unknown = { force: true }) {
  const request = new Request(`${ORIGIN}/functions/v1/fetch-news`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const response = await handleFetchNews({ request })
  return { status: response.status, body: await response.json(), isForced: forced > 0 }
}

async function tokenOf(browser: TestBrowser): Promise<string> {
  return (await browser.get('token')).body.token as string
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())

describe('POST /functions/v1/fetch-news with {"force": true}', () => {
  it.each(['bearer', 'Bearer'])(
    'fetches feeds that are not due for an administrator with a token (%s)',
    async (word) => {
      const token = await tokenOf(await server.signIn())
      expect(await sendRequest({ authorization: `${word} ${token}` })).toMatchObject({
        status: 200,
        isForced: true,
      })
      expect([runs, forced]).toEqual([0, 1])
      const { rows } = await pool.query(
        "select action, actor_email from audit_log where actor_id is not null and action <> 'sign-in.succeed'",
      )
      expect(rows).toEqual([{ action: 'feed.refresh', actor_email: EDITOR.email }])
    },
  )

  it("accepts an administrator's session from same-origin requests only", async () => {
    const { cookies } = await server.signIn()
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(await sendRequest(foreign)).toMatchObject({ status: 200, isForced: false })
    expect(await sendRequest({ cookie, origin: ORIGIN }, { force: 'true' })).toMatchObject({
      isForced: false,
    })
    expect(await sendRequest({ cookie, origin: ORIGIN }, {})).toMatchObject({ isForced: false })
    expect(await sendRequest({ cookie, origin: ORIGIN })).toMatchObject({ status: 200, isForced: true })
  })

  it('fetches only due feeds for readers and regular users', async () => {
    const browser = await server.signIn()
    const token = await tokenOf(browser)
    await pool.query(`update users set role = 'user'`)
    for (const headers of [{}, { authorization: `Bearer ${token}` }])
      expect(await sendRequest(headers as Record<string, string>)).toMatchObject({
        status: 200,
        isForced: false,
      })
    expect(runs).toBe(2)
  })
})

describe('a bearer token', () => {
  /** Each modifies a valid token. */
  const attacks: [string, (token: string) => string | Promise<string>][] = [
    ['that is not a token', () => 'nonsense'],
    ['that is empty', () => ''],
    [
      'with other claims',
      (token) => {
        const [head, claims, signature] = token.split('.')
        return [head, encode({ ...decode(claims), role: 'admin', sub: crypto.randomUUID() }), signature].join(
          '.',
        )
      },
    ],
    [
      'without a signature',
      (token) => `${encode({ ...decode(token.split('.')[0]), alg: 'none' })}.${token.split('.')[1]}.`,
    ],
    [
      'signed with the public key as if it were a secret',
      async (token) => {
        const { body } = await server.openBrowser().get('jwks')
        const [key] = body.keys as { x: string }[]
        const signed = `${encode({ ...decode(token.split('.')[0]), alg: 'HS256' })}.${token.split('.')[1]}`
        const secret = Buffer.from(key?.x ?? '', 'base64url')
        return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
      },
    ],
    [
      'signed with an unknown key',
      async (token) => {
        const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
        const { publicKey, privateKey } = pair as CryptoKeyPair
        const jwk = await crypto.subtle.exportKey('jwk', publicKey)
        const [head, claims] = token.split('.')
        const signed = `${encode({ ...decode(head), jwk })}.${claims}`
        const signature = await crypto.subtle.sign('Ed25519', privateKey, Buffer.from(signed))
        return `${signed}.${Buffer.from(signature).toString('base64url')}`
      },
    ],
    [
      'with an unknown key id',
      (token) => [encode({ alg: 'EdDSA', kid: crypto.randomUUID() }), ...token.split('.').slice(1)].join('.'),
    ],
    [
      'of an ended session',
      async (token) => {
        await pool.query('delete from sessions')
        return token
      },
    ],
    [
      'of a suspended user',
      async (token) => {
        await pool.query('update users set banned = true')
        return token
      },
    ],
    [
      'of a deleted user',
      async (token) => {
        await pool.query('delete from users')
        return token
      },
    ],
  ]

  it.each(attacks)('%s is rejected, and nothing is fetched', async (_, attack) => {
    const token = await tokenOf(await server.signIn())
    expect(await sendRequest({ authorization: `Bearer ${await attack(token)}` })).toEqual({
      status: 401,
      body: { error: 'Invalid JWT signature', message: 'Invalid JWT signature' },
      isForced: false,
    })
    expect(runs).toBe(0)
  })

  it('is rejected after it expires', async () => {
    const token = await tokenOf(await server.signIn())
    const { exp, iat } = decode(token.split('.')[1])
    expect(exp - iat).toBe(15 * 60)
    vi.useFakeTimers({ toFake: ['Date'], now: (exp + 1) * 1000 })
    const answer = await sendRequest({ authorization: `Bearer ${token}` })
    vi.useRealTimers()
    expect(answer).toMatchObject({ status: 401, body: { message: 'Invalid JWT signature' } })
  })

  it('is rejected with any other scheme', async () => {
    const token = await tokenOf(await server.signIn())
    expect(await sendRequest({ authorization: `Basic ${token}` })).toMatchObject({ status: 401 })
  })

  it('is verified with published keys, which contain no private key', async () => {
    await tokenOf(await server.signIn())
    const { body, headers } = await server.openBrowser().get('jwks')
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    const [key] = body.keys as object[]
    expect(Object.keys(key ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'x'])
    const { rows } = await pool.query('select private_key from jwks')
    expect(rows[0].private_key).not.toContain('"d"')
  })
})
