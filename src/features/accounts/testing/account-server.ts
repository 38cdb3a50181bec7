import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from 'better-auth/crypto'
import { onTestFinished, vi } from 'vitest'
import { setDatabase } from '#platform/database/db.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { users } from '#schema/accounts.ts'
import { findAccount } from '../server/administrators.server.ts'
import { handleAuth } from '../server/auth-handler.server.ts'
import { findAuthSecret } from '../server/auth-secret.server.ts'
import { createDeviceCookie } from '../server/device-cookie.server.ts'
import { flushEmails } from '../server/send-email.server.ts'
import { storePasswordHash } from '../server/set-password.server.ts'

export const ORIGIN = 'http://localhost:3000'
export const EDITOR = { email: 'editor@example.org', password: 'a password of her own' }

/** `body` is parsed JSON. */
export type TestResponse = { status: number; body: Record<string, unknown>; headers: Headers }

/** A client with its own cookies and address. */
export type TestBrowser = {
  cookies: Map<string, string>
  get(path: string): Promise<TestResponse>
  post(path: string, body?: object, headers?: Record<string, string>): Promise<TestResponse>
  /** Returns the session of `get-session`, or null. */
  getSession(): Promise<Record<string, unknown> | null>
}

export type AccountServer = AsyncDisposable & {
  database: TestDatabase
  /** @param address the client address, by default a new one */
  openBrowser(address?: string): TestBrowser
  /** Signs the editor in. */
  signIn(): Promise<TestBrowser>
  /** Resets the database to one account, the editor, an administrator. */
  reset(): Promise<void>
  /** Oldest first. */
  emails(): Promise<string[]>
}

/** No time window of a rate limit ends during the test, however slow the machine is. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Emails are written to a folder. */
export async function createAccountServer(): Promise<AccountServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'accounts-'))
  vi.stubEnv('DATA_DIR', dataDir)
  const outbox = join(dataDir, 'outbox')
  const database = await createTestDatabase()
  setDatabase(database)
  setSiteOrigin({ SITE_URL: ORIGIN }, 0)
  const hash = await hashPassword(EDITOR.password)
  let browsers = 0
  let knownEmails: string[] = []

  const server: AccountServer = {
    database,
    openBrowser(address) {
      browsers += 1
      return openBrowser(address ?? `203.0.${113 + (browsers >> 8)}.${browsers & 255}`)
    },
    async signIn() {
      const browser = server.openBrowser()
      // A known device, which causes no email.
      const secret = await findAuthSecret(database.db)
      const account = await findAccount(database.db, EDITOR.email)
      if (!account) throw new Error('The editor has no account')
      const [, cookie = ''] = /=([^;]+)/.exec(createDeviceCookie(account, secret, ORIGIN)) ?? []
      browser.cookies.set('masthead.device', cookie)
      const { status } = await browser.post('sign-in/email', EDITOR)
      if (status !== 200) throw new Error(`The editor could not sign in: ${status}`)
      return browser
    },
    async reset() {
      await flushEmails()
      await database.pool.query(
        'delete from users; delete from verifications; delete from rate_limits; delete from account_attempts; delete from audit_log',
      )
      await rm(outbox, { recursive: true, force: true })
      knownEmails = []
      const { email } = EDITOR
      const [editor] = await database.db
        .insert(users)
        .values({ name: 'Editor', email, role: 'admin', emailVerified: true })
        .returning()
      if (editor) await storePasswordHash(database.db, editor.id, hash)
    },
    async emails() {
      await flushEmails()
      const names = await readdir(outbox).catch(() => [])
      // The names of emails of one millisecond are in random order.
      knownEmails.push(...names.filter((name) => !knownEmails.includes(name)).sort())
      return Promise.all(knownEmails.map((name) => readFile(join(outbox, name), 'utf8')))
    },
    async [Symbol.asyncDispose]() {
      await flushEmails()
      setDatabase(undefined)
      await database.drop()
      await rm(dataDir, { recursive: true })
    },
  }
  await server.reset()
  return server
}

function openBrowser(address: string): TestBrowser {
  const cookies = new Map<string, string>()

  async function send(
    path: string,
    init: RequestInit & { headers: Record<string, string> },
  ): Promise<TestResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...init.headers, 'x-forwarded-for': address, ...(cookie && { cookie }) }
    const request = new Request(`${ORIGIN}/api/auth/${path}`, { ...init, headers })
    const response = await handleAuth({ request })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (attributes.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    const body = (await response.json()) as Record<string, unknown>
    return { status: response.status, body, headers: response.headers }
  }

  return {
    cookies,
    get: (path) => send(path, { method: 'GET', headers: {} }),
    post: (path, body = {}, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
        body: JSON.stringify(body),
      }),
    async getSession() {
      const { body } = await send('get-session', { method: 'GET', headers: {} })
      return body
    },
  }
}

export function extractToken(email: string | undefined): string {
  // Quoted-printable soft line breaks.
  const [, token] = /#([\w-]{43})/.exec((email ?? '').replaceAll(/=\r?\n/g, '')) ?? []
  if (!token) throw new Error(`No link in:\n${email}`)
  return token
}
