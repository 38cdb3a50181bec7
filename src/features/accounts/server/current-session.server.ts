import { and, eq, gt, sql } from 'drizzle-orm'
import * as z from 'zod'
import { db } from '#platform/database/db.server.ts'
import { sessions, users } from '#schema/accounts.ts'
import type { Account } from '../rules/access.ts'
import { auth } from './auth.server.ts'

/** Spec §8. */
export const INVALID_TOKEN = 'Invalid JWT signature'

/** better-auth's session cookie, with or without its `__Secure-` prefix. */
const SESSION_COOKIE = 'masthead.session_token='
/** better-auth's cookie of a sign-in that waits for its second step: `identifier.signature`. */
const PENDING_COOKIE = /(?:^|;\s*)(?:__Secure-)?masthead\.two_factor=([\w-]+)\./

export type Session = { id: string; account: Account; hasTwoFactor: boolean }

/**
 * The session that the headers carry, or null. Session and role are read from the database, never from the cookie, so a sign-out
 * and a demotion take effect at once. Reading does not extend the session.
 */
export async function readSession(headers: Headers): Promise<Session | null> {
  const { api } = await auth()
  const found = await api.getSession({ headers, query: { disableRefresh: true } })
  if (!found || found.user.banned) return null
  const { id, email, name, role, twoFactorEnabled } = found.user
  return {
    id: found.session.id,
    account: { id, email, fullName: name, role: role === 'admin' ? 'admin' : 'user' },
    hasTwoFactor: Boolean(twoFactorEnabled),
  }
}

/** The session that a response's Set-Cookie headers start, or null. */
export function readStartedSession({ headers }: Response): Promise<Session | null> {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  return readSession(new Headers({ cookie: cookies.join('; ') }))
}

export async function readAccount(headers: Headers): Promise<Account | null> {
  return (await readSession(headers))?.account ?? null
}

/** Whether a Cookie header carries the session of an administrator. */
export async function isAdministrator(cookie: string | undefined): Promise<boolean> {
  if (!cookie?.includes(SESSION_COOKIE)) return false
  return (await readAccount(new Headers({ cookie })))?.role === 'admin'
}

/** The token of an Authorization header (RFC 6750 §2.1), or undefined without that header. */
export function bearerToken(headers: Headers): string | undefined {
  const value = headers.get('authorization')
  return value === null ? undefined : (/^Bearer +(\S+)$/i.exec(value)?.[1] ?? '')
}

const claims = z.object({ sub: z.uuid(), sid: z.uuid() })

/** The account of a bearer token as it is now, or null if the token is invalid or its session has ended. */
export async function readBearerAccount(token: string): Promise<Account | null> {
  const { api } = await auth()
  const { payload } = await api.verifyJWT({ body: { token } })
  const claimed = claims.safeParse(payload)
  if (!claimed.success) return null
  const { sub, sid } = claimed.data
  const [row] = await db()
    .select({ id: users.id, email: users.email, fullName: users.name, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sid),
        eq(sessions.userId, sub),
        eq(users.banned, false),
        gt(sessions.expiresAt, sql`now()`),
      ),
    )
  return row ?? null
}

/** The id of the account whose sign-in waits for its second step. Unverified: use it for rate limits only. */
export async function readPendingSignIn(headers: Headers): Promise<string | undefined> {
  const [, identifier] = PENDING_COOKIE.exec(headers.get('cookie') ?? '') ?? []
  if (!identifier) return undefined
  const { $context } = await auth()
  const { internalAdapter } = await $context
  return (await internalAdapter.findVerificationValue(identifier))?.value
}
