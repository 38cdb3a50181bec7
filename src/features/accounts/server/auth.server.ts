import { type Db, db } from '#platform/database/db.server.ts'
import { env } from '#platform/env.server.ts'
import { log } from '#platform/log.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { accounts, jwks, rateLimits, sessions, twoFactors, users, verifications } from '#schema/accounts.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../rules/judge-password.ts'
import { findAuthSecret } from './auth-secret.server.ts'

/** Accounts and sessions: better-auth on our own tables. */
export type Auth = Awaited<ReturnType<typeof createAuth>>

const SESSION_SECONDS = 7 * 86_400
/** So old a session must be to be prolonged when it is used; so exactly is known when it was last used. */
const PROLONG_AFTER_SECONDS = 10 * 60
const TOKEN_LIFETIME = '15m'
/** Wrong codes in a row, and for how long there may be no more of them then (NIST SP 800-63B §5.2.2). */
const SECOND_FACTOR_LOCK = { maxFailedAttempts: 10, durationSeconds: 15 * 60 }

/** The name of better-auth's session cookie ends so, whether the site is on https or not. */
const SESSION_COOKIE = 'masthead.session_token='

let current: { origin: string; auth: Promise<Auth> } | undefined

/** The process's better-auth, made at first use and again when the site gets another origin. */
export function auth(): Promise<Auth> {
  const origin = siteOrigin()
  if (current?.origin === origin) return current.auth
  const made = { origin, auth: openAuth(db(), origin) }
  current = made
  // The database may have been away: the next one who asks tries again.
  made.auth.catch(() => {
    if (current === made) current = undefined
  })
  return made.auth
}

/**
 * Whether a Cookie header carries the session of somebody who is an administrator now. Neither the session nor the role
 * is taken from the cookie: a sign-out and a demotion act at once. The session is not prolonged.
 */
export async function isAdministrator(cookie: string | undefined): Promise<boolean> {
  if (!cookie?.includes(SESSION_COOKIE)) return false
  const { api } = await auth()
  const session = await api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } })
  return session?.user.role === 'admin' && !session.user.banned
}

async function openAuth(db: Db, origin: string) {
  return createAuth({ db, origin, secret: env().AUTH_SECRET ?? (await findAuthSecret(db)) })
}

/** @param options.origin the site's, which decides whether cookies are for https only */
export async function createAuth({ db, origin, secret }: { db: Db; origin: string; secret: string }) {
  // Most processes serve readers for days before anybody signs in.
  const [{ betterAuth }, { drizzleAdapter }, { jwt, twoFactor }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/adapters/drizzle'),
    import('better-auth/plugins'),
  ])
  return betterAuth({
    appName: 'Masthead',
    baseURL: origin,
    basePath: '/api/auth',
    secret,
    trustedOrigins: (request) => originsOf(request),
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: {
        user: users,
        session: sessions,
        account: accounts,
        verification: verifications,
        rateLimit: rateLimits,
        twoFactor: twoFactors,
        jwks,
      },
    }),
    // Signing up and resetting are our own (sign-up.server.ts, reset-password.server.ts).
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
    },
    verification: { storeIdentifier: 'hashed' },
    plugins: [
      twoFactor({ issuer: new URL(origin).host, accountLockout: SECOND_FACTOR_LOCK }),
      jwt({
        disableSettingJwtHeader: true,
        jwt: {
          expirationTime: TOKEN_LIFETIME,
          definePayload: ({ user, session }) => ({ email: user.email, role: user.role, sid: session.id }),
        },
      }),
    ],
    user: {
      additionalFields: {
        role: { type: 'string', required: false, input: false },
        banned: { type: 'boolean', required: false, input: false },
      },
    },
    session: {
      cookieCache: { enabled: false },
      expiresIn: SESSION_SECONDS,
      updateAge: PROLONG_AFTER_SECONDS,
    },
    rateLimit: { enabled: true, storage: 'database' },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'masthead',
      // It would be left out in tests.
      disableOriginCheck: false,
      database: { generateId: 'uuid' },
      // The listener leaves there nothing but the address of who asks (platform/http/client-address.ts).
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'] },
    },
    logger: {
      disableColors: true,
      level: 'warn',
      log: (level, message, ...details) => log()[level]({ err: causeOf(details) }, `Accounts: ${message}`),
    },
  })
}

/** A failed query's own message would show the values that it was to store; PostgreSQL's does not. */
function causeOf(details: unknown[]): unknown {
  const error = details.find((detail) => detail instanceof Error)
  return error?.cause ?? error
}

/**
 * A page of the host that is asked may ask it. The listener has refused the hosts that are not the site's; whether the
 * reader came by https, it knows only where a proxy is trusted.
 */
function originsOf(request: Request | undefined): string[] {
  if (!request) return []
  const { host, origin } = new URL(request.url)
  return [origin, `https://${host}`]
}
