import { hashPassword } from 'better-auth/crypto'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { invitations } from '#schema/accounts.ts'
import { createAccountServer, EDITOR, type TestResponse } from '../testing/account-server.ts'
import {
  claimFirstAdministrator,
  createAdministrator,
  createFirstAdministrator,
  findAccount,
  issueFirstAdministratorToken,
  resetAccess,
} from './administrators.server.ts'
import { AUTH_ROUTES } from './auth-routes.server.ts'
import { acceptInvitation } from './invitations.server.ts'
import { issueToken } from './one-time-token.server.ts'
import { isPasswordPath } from './password-turns.server.ts'
import { resetPassword } from './set-password.server.ts'
import { confirmSignUp } from './sign-up.server.ts'

const server = await createAccountServer()
const { db, pool } = server.database
beforeEach(() => server.reset())
afterAll(() => server[Symbol.asyncDispose]())

const MAX_AT_ONCE = 2 + 128

/** All sign-ins wait until `release`. */
function holdHashes() {
  const held = Promise.withResolvers<string>()
  onTestFinished(() => {
    held.resolve('hash')
    vi.mocked(hashPassword).mockReset()
  })
  vi.mocked(hashPassword).mockReturnValue(held.promise)
  return { release: () => held.resolve('hash') }
}

/** Starts a sign-in to an unknown account from each address. Resolves when all of them wait. */
async function flood(addresses: string[]) {
  const responses: TestResponse[] = []
  const sent = addresses.map(async (address, index) => {
    const email = `user${index}@example.org`
    responses.push(await server.openBrowser(address).post('sign-in/email', { ...EDITOR, email }))
  })
  await eventually(() => expect(vi.mocked(hashPassword)).toHaveBeenCalled())
  return { responses, finished: Promise.all(sent) }
}

const listAddresses = (count: number) => Array.from({ length: count }, (_, n) => `198.18.${n % 20}.${n}`)

describe('many sign-ins at once', () => {
  it('wait for each other; beyond a limit, they get status 503, which counts as no attempt', async () => {
    const { release } = holdHashes()
    const { responses, finished } = await flood(listAddresses(MAX_AT_ONCE + 5))
    await eventually(() => expect(responses).toHaveLength(5))
    // Those who wait use no connection of the database.
    expect(pool.waitingCount).toBe(0)
    const { rows: begun } = await pool.query('select count(*)::int as n from account_attempts')
    expect(begun[0].n).toBeLessThanOrEqual(3 * 2)
    for (const { status, body, headers } of responses) {
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
      expect(body.message).toMatch(/^Too many people are signing in at once/)
    }
    release()
    await finished
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(MAX_AT_ONCE)
    const { rows } = await pool.query(
      `select count(*)::int as n from account_attempts where count > 0 and ends_at > now() + interval '1 minute'`,
    )
    // By network and in total.
    expect(rows).toEqual([{ n: 2 * MAX_AT_ONCE }])
  })

  it('from an IPv6 /48 keep nobody else waiting', async () => {
    const { release } = holdHashes()
    const addresses = Array.from({ length: MAX_AT_ONCE + 5 }, (_, n) => `2001:db8:1:${n.toString(16)}::1`)
    const { responses, finished } = await flood(addresses)
    await eventually(() => expect(responses).toHaveLength(5))
    const before = responses.length
    const owner = server.openBrowser('203.0.113.1').post('sign-in/email', EDITOR)
    // One displaces none of another network that has fewer waiting.
    await eventually(() => expect(responses.length).toBe(before + 1))
    release()
    expect((await owner).status).toBe(200)
    expect(responses.length).toBeLessThan(before + 30)
    await finished
  })

  it('come after one of a known browser', async () => {
    const signedIn = await server.signIn()
    const { release } = holdHashes()
    const { responses, finished } = await flood(Array.from({ length: MAX_AT_ONCE }, (_, n) => `198.${n}.0.1`))
    const known = signedIn.post('sign-in/email', EDITOR)
    const unknown = server.openBrowser('203.0.113.1').post('sign-in/email', EDITOR)
    release()
    expect((await known).status).toBe(200)
    expect(responses.length).toBeLessThan(10)
    expect((await unknown).status).toBe(503)
    await finished
  })

  it('with the device cookie of one account keep nobody else out', async () => {
    const device = (await server.signIn()).cookies.get('masthead.device') ?? ''
    const { release } = holdHashes()
    const { finished } = await flood(['198.18.0.1', '198.18.0.2'])
    const statuses: number[] = []
    const sent = Array.from({ length: MAX_AT_ONCE }, async (_, n) => {
      const browser = server.openBrowser(`198.19.${n % 3}.1`)
      browser.cookies.set('masthead.device', device)
      statuses.push((await browser.post('sign-in/email', { ...EDITOR, password: 'wrong' })).status)
    })
    await eventually(() => expect(statuses).toEqual([503, 503]))
    const unknown = server.openBrowser('203.0.113.1').post('sign-in/email', EDITOR)
    await eventually(() => expect(statuses).toEqual([503, 503, 503]))
    release()
    expect((await unknown).status).toBe(200)
    expect(statuses.length).toBeLessThan(20)
    await Promise.all([finished, ...sent])
  })
})

it('takes turns on ten routes that exist, and never to read a session', () => {
  const paths = [...AUTH_ROUTES.keys()].map((route) => route.replace(/^\w+ /, '/api/auth/'))
  expect(paths.filter(isPasswordPath)).toHaveLength(10)
  expect(isPasswordPath('/api/auth/get-session')).toBe(false)
})

const ADA = { name: 'Ada', email: 'ada@example.org', password: 'violet tram estuary' }

async function findEditor() {
  const editor = await findAccount(db, EDITOR.email)
  if (!editor) throw new Error('The editor has no account')
  return editor
}

async function demoteEditor(): Promise<void> {
  await pool.query("update users set role = 'editor'")
}

describe.each<[string, () => Promise<unknown>]>([
  [
    'confirming a sign-up',
    async () => {
      const token = await issueToken(db, 'sign-up', { value: JSON.stringify(ADA), seconds: 60 })
      return confirmSignUp(db, { ...ADA, token })
    },
  ],
  [
    'resetting a password',
    async () => {
      const { id } = await findEditor()
      const token = await issueToken(db, 'password-reset', { value: id, seconds: 60 })
      return resetPassword(db, { ...ADA, token })
    },
  ],
  [
    'accepting an invitation',
    async () => {
      const { id: invitedBy } = await findEditor()
      const invitation = { email: ADA.email, role: 'author' as const, invitedBy, expiresAt: new Date() }
      const [{ id = '' } = {}] = await db.insert(invitations).values(invitation).returning()
      const token = await issueToken(db, 'invitation', { value: id, seconds: 60 })
      return acceptInvitation(db, { ...ADA, token })
    },
  ],
  ['creating an administrator', () => createAdministrator(db, COMMAND_LINE_ACTOR, ADA)],
  [
    'creating the first administrator',
    async () => {
      await demoteEditor()
      return createFirstAdministrator(db, ADA)
    },
  ],
  [
    'claiming the site',
    async () => {
      await demoteEditor()
      return claimFirstAdministrator(db, { ...ADA, token: (await issueFirstAdministratorToken(db)) ?? '' })
    },
  ],
  [
    'resetting access',
    async () => resetAccess(db, COMMAND_LINE_ACTOR, await findEditor(), { ...ADA, removesTwoFactor: false }),
  ],
])('%s', (_, change) => {
  it('uses no database connection while the password is hashed', async () => {
    const { release } = holdHashes()
    vi.mocked(hashPassword).mockClear()
    const changed = change()
    await eventually(() => expect(vi.mocked(hashPassword)).toHaveBeenCalledOnce())
    expect(pool.totalCount - pool.idleCount).toBe(0)
    release()
    await changed
    const { rows } = await pool.query("select count(*)::int as n from accounts where password = 'hash'")
    expect(rows).toEqual([{ n: 1 }])
  })
})
