import { type Db, db } from '#platform/database/db.server.ts'
import { env } from '#platform/env.server.ts'
import { log } from '#platform/log.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { accounts, jwks, rateLimits, sessions, twoFactors, users, verifications } from '#schema/accounts.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../rules/password-policy.ts'
import { findAuthSecret } from './auth-secret.server.ts'
import { IPV6_PREFIX_LENGTH } from './client-network.server.ts'
import { hashPassword, verifyPassword } from './password-hash.server.ts'

export type Auth = Awaited<ReturnType<typeof createAuth>>

const SESSION_SECONDS = 7 * 86_400
/** Also the precision of a session's last use. */
const EXTEND_AFTER_SECONDS = 10 * 60
const TOKEN_LIFETIME = '15m'
/** NIST SP 800-63B §5.2.2. */
const SECOND_FACTOR_LOCK = { maxFailedAttempts: 10, durationSeconds: 15 * 60 }

let current: { origin: string; auth: Promise<Auth> } | undefined

/** Replaced when the site's origin changes. */
export function auth(): Promise<Auth> {
  const origin = siteOrigin()
  if (current?.origin === origin) return current.auth
  const created = { origin, auth: openAuth(db(), origin) }
  current = created
  // Retry with the next request.
  created.auth.catch(() => {
    if (current === created) current = undefined
  })
  return created.auth
}

async function openAuth(db: Db, origin: string) {
  return createAuth({ db, origin, secret: env().AUTH_SECRET ?? (await findAuthSecret(db)) })
}

/** @param options.origin https sets the Secure flag of cookies */
export async function createAuth({ db, origin, secret }: { db: Db; origin: string; secret: string }) {
  // Most processes serve readers only.
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
    // See sign-up.server.ts and reset-password.server.ts.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: { hash: hashPassword, verify: verifyPassword },
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
    // auth-handler.server.ts responds to errors.
    onAPIError: { throw: true },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'masthead',
      // better-auth skips the check in tests by default.
      disableOriginCheck: false,
      database: { generateId: 'uuid' },
      // Set by our HTTP listener (platform/http/client-address.ts).
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'], ipv6Subnet: IPV6_PREFIX_LENGTH },
    },
    logger: {
      disableColors: true,
      level: 'warn',
      log: (level, message, ...details) => log()[level]({ err: causeOf(details) }, `Accounts: ${message}`),
    },
  })
}

/** Drizzle's message contains the query's parameters. */
function causeOf(details: unknown[]): unknown {
  const error = details.find((detail) => detail instanceof Error)
  return error?.cause ?? error
}

/** The HTTP listener has validated the host. Allows https as well, since the scheme is known only behind a trusted proxy. */
function trustedOriginsOf(request: Request | undefined): string[] {
  if (!request) return []
  const { host, origin } = new URL(request.url)
  return [origin, `https://${host}`]
}
