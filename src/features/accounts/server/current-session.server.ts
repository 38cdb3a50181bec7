import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseCookies } from 'better-call'
import { and, eq, gt, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import {
  ACCESS_DENIED,
  type Account,
  type Capability,
  checkAccess,
  hasCapability,
} from '#features/access/rules/access.ts'
import { twoFactorSetting } from '#features/audit/server/switch-setting.server.ts'
import { ROLES } from '#kernel/roles.ts'
import { db } from '#platform/database/db.server.ts'
import { isCrossSite } from '#platform/http/request-headers.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { sessions, users } from '#schema/accounts.ts'
import { errorResponse } from '../rules/auth-responses.ts'
import { auth } from './auth.server.ts'
import { isSameSignature } from './device-cookie.server.ts'
import { recordSecurityEvent } from './security-events.server.ts'

/** Spec §8. */
export const INVALID_TOKEN = 'Invalid JWT signature'

/** May have the prefix `__Host-`. */
const SESSION_COOKIE = 'masthead.session_token='
/** `identifier.signature` */
const PENDING_COOKIE = /(?:^|;\s*)(?:__Host-)?masthead\.two_factor=([\w-]+)\./

export type Session = {
  id: string
  account: Account
  /** Uses an authenticator app. */
  hasTwoFactor: boolean
  authenticatedAt: Date
}

/** Reads the database, so that sign-outs and demotions apply at once. Does not extend the session. */
export async function readSession(headers: Headers): Promise<Session | null> {
  const { api } = await auth()
  const found = await api.getSession({ headers, query: { disableRefresh: true } })
  if (!found || found.user.banned) return null
  const { id, email, name, role, image } = found.user
  const hasTwoFactor = Boolean(found.user.twoFactorEnabled)
  const hasSecondFactor = hasTwoFactor || Boolean(found.session.isPasskey)
  return {
    id: found.session.id,
    account: await toAccount(
      {
        id,
        email,
        fullName: name,
        role: ROLES.find((name) => name === role) ?? 'user',
        ...(image && { portraitUrl: image }),
      },
      { hasSecondFactor },
    ),
    hasTwoFactor,
    authenticatedAt: found.session.authenticatedAt ?? found.session.createdAt,
  }
}

/** Reads the setting uncached, so that it applies at once. */
async function toAccount(
  account: Account,
  { hasSecondFactor }: { hasSecondFactor: boolean },
): Promise<Account> {
  if (!hasCapability(account, 'admin.open') || hasSecondFactor || !(await twoFactorSetting.isOn(db())))
    return account
  return { ...account, lacksSecondFactor: true }
}

/** Reads the Set-Cookie headers of a sign-in. */
export function readStartedSession({ headers }: Response): Promise<Session | null> {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  return readSession(new Headers({ cookie: cookies.join('; ') }))
}

export async function readAccount(headers: Headers): Promise<Account | null> {
  return (await readSession(headers))?.account ?? null
}

/** The session may have ended. */
export async function hasSignedSession(cookie: string | undefined): Promise<boolean> {
  return (await findSignedSession(cookie)) !== undefined
}

/** The session cookie, if this site signed it. */
async function findSignedSession(cookie: string | undefined): Promise<string | undefined> {
  if (!cookie?.includes(SESSION_COOKIE)) return undefined
  const { $context } = await auth()
  const { authCookies, secret } = await $context
  const { name } = authCookies.sessionToken
  const value = parseCookies(cookie).get(name) ?? ''
  const token = value.slice(0, Math.max(0, value.lastIndexOf('.')))
  // better-auth exports no function for this.
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return isSameSignature(value, `${token}.${signature}`) ? `${name}=${encodeURIComponent(value)}` : undefined
}

export async function hasAdminAccess(cookie: string | undefined): Promise<boolean> {
  return (await readStaffAccount(cookie)) !== null
}

export async function readStaffAccount(cookie: string | undefined): Promise<Account | null> {
  if (!cookie?.includes(SESSION_COOKIE)) return null
  const account = await readAccount(new Headers({ cookie }))
  return checkAccess(account, 'admin.open') ? null : account
}

/** RFC 6750 §2.1. */
export function bearerToken(headers: Headers): string | undefined {
  const value = headers.get('authorization')
  return value === null ? undefined : (/^Bearer +(\S+)$/i.exec(value)?.[1] ?? '')
}

const claims = z.object({ sub: z.uuid(), sid: z.uuid() })

/** Null if invalid or its session has ended. */
export async function readBearerAccount(token: string): Promise<Account | null> {
  const { api } = await auth()
  const { payload } = await api.verifyJWT({ body: { token } })
  const claimed = claims.safeParse(payload)
  if (!claimed.success) return null
  const { sub, sid } = claimed.data
  const [row] = await db()
    .select({
      account: { id: users.id, email: users.email, fullName: users.name, role: users.role },
      hasSecondFactor: sql<boolean>`${users.twoFactorEnabled} or ${sessions.isPasskey}`,
    })
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
  return row ? toAccount(row.account, row) : null
}

/** An account id, unverified: for rate limits only. */
export async function readPendingSignIn(headers: Headers): Promise<string | undefined> {
  const [, identifier] = PENDING_COOKIE.exec(headers.get('cookie') ?? '') ?? []
  if (!identifier) return undefined
  const { $context } = await auth()
  const { internalAdapter } = await $context
  return (await internalAdapter.findVerificationValue(identifier))?.value
}

/** Also checks the origin, which the framework does for server functions only. */
export async function authoriseRequest(
  request: Request,
  capability: Capability,
): Promise<Account | Response> {
  if (request.method !== 'GET' && isCrossSite(request.headers, siteOrigin()))
    return errorResponse(403, ACCESS_DENIED)
  const account = await readAccount(request.headers)
  const error = checkAccess(account, capability)
  if (!error) return account as Account
  if (account) await recordSecurityEvent(request, 'access.deny', account)
  return errorResponse(error.status, error.message)
}

const MAX_SESSIONS = 10_000
const MAX_AGE_MS = 60_000
const LOOKUP_TIMEOUT_MS = 500

/** Caches answers for a minute: for request limits and view counts only, not for permissions. */
export function createStaffSessions(hasAdminAccess: (cookie: string) => Promise<boolean>) {
  const known = new LRUCache<string, boolean>({
    max: MAX_SESSIONS,
    ttl: MAX_AGE_MS,
    // Serves the old answer until the new one arrives.
    allowStale: true,
    fetchMethod: (session) => hasAdminAccess(session),
  })

  async function has(cookie: string | undefined, timeoutMs?: number): Promise<boolean> {
    const session = await findSignedSession(cookie).catch(() => undefined)
    if (!session) return false
    const before = known.get(session, { allowStale: false })
    if (before !== undefined) return before
    const lookup = known.fetch(session).catch(() => undefined)
    if (timeoutMs === undefined) return (await lookup) ?? false
    return (await Promise.race([lookup, delay(timeoutMs, false, { ref: false })])) ?? false
  }

  return {
    /** False if the database does not respond within half a second. */
    has: (cookie: string | undefined) => has(cookie, LOOKUP_TIMEOUT_MS),
    /** Waits, however slow the database is. False if it fails. */
    waitFor: (cookie: string | undefined) => has(cookie),
  }
}
