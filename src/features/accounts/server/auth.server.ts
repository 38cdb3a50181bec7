import { type Db, db } from '#platform/database/db.server.ts'
import { env } from '#platform/env.server.ts'
import { log } from '#platform/log.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { accounts, jwks, rateLimits, sessions, twoFactors, users, verifications } from '#schema/accounts.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../rules/password-policy.ts'
import { findAuthSecret } from './auth-secret.server.ts'

/** better-auth on our own tables. */
export type Auth = Awaited<ReturnType<typeof createAuth>>

const SESSION_SECONDS = 7 * 86_400
/** The minimum time between two extensions of a session; also the precision of its time of last use. */
const EXTEND_AFTER_SECONDS = 10 * 60
const TOKEN_LIFETIME = '15m'
/** NIST SP 800-63B §5.2.2. */
const SECOND_FACTOR_LOCK = { maxFailedAttempts: 10, durationSeconds: 15 * 60 }

let current: { origin: string; auth: Promise<Auth> } | undefined

/** The process's better-auth instance, created on first use and again when the site's origin changes. */
export function auth(): Promise<Auth> {
  const origin = siteOrigin()
  if (current?.origin === origin) return current.auth
  const created = { origin, auth: openAuth(db(), origin) }
  current = created
  // The next request tries again, for example when the database is back.
  created.auth.catch(() => {
    if (current === created) current = undefined
  })
  return created.auth
}

async function openAuth(db: Db, origin: string) {
  return createAuth({ db, origin, secret: env().AUTH_SECRET ?? (await findAuthSecret(db)) })
}

/** @param options.origin of the site; with https, cookies get the Secure flag */
export async function createAuth({ db, origin, secret }: { db: Db; origin: string; secret: string }) {
  // Loaded on first use, since most processes serve readers only.
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
    trustedOrigins: (request) => trustedOriginsOf(request),
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
    // Sign-up and password reset are our own (sign-up.server.ts, reset-password.server.ts).
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
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
      updateAge: EXTEND_AFTER_SECONDS,
    },
    rateLimit: { enabled: true, storage: 'database' },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'masthead',
      // better-auth skips the check in tests by default.
      disableOriginCheck: false,
      database: { generateId: 'uuid' },
      // Set by our own HTTP listener to the client's address (platform/http/client-address.ts).
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'] },
    },
    logger: {
      disableColors: true,
      level: 'warn',
      log: (level, message, ...details) => log()[level]({ err: causeOf(details) }, `Accounts: ${message}`),
    },
  })
}

/** A failed query's own message contains its parameters; PostgreSQL's does not. */
function causeOf(details: unknown[]): unknown {
  const error = details.find((detail) => detail instanceof Error)
  return error?.cause ?? error
}

/**
 * The requested host's own origins. The HTTP listener has rejected other hosts; it knows the scheme only behind a trusted proxy, so
 * https is allowed as well.
 */
function trustedOriginsOf(request: Request | undefined): string[] {
  if (!request) return []
  const { host, origin } = new URL(request.url)
  return [origin, `https://${host}`]
}
