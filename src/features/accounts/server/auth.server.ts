import { and, eq } from 'drizzle-orm'
import { accountSuspended } from '#features/access/rules/access.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#kernel/password-length.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import {
  accounts,
  jwks,
  passkeys,
  rateLimits,
  sessions,
  twoFactors,
  users,
  verifications,
} from '#schema/accounts.ts'
import { findAuthSecret } from './auth-secret.server.ts'
import { hashSessionTokens } from './hash-session-tokens.server.ts'
import { hashPassword, verifyPassword } from './password-hash.server.ts'
import { IPV6_PREFIX_LENGTH } from './rate-limit.server.ts'

export type Auth = Awaited<ReturnType<typeof createAuth>>

/** Use extends it up to 30 days (trigger sessions_lifetime). */
const SESSION_SECONDS = 7 * 86_400
/** Also the precision of a session's last use. */
const EXTEND_AFTER_SECONDS = 10 * 60
const TOKEN_LIFETIME = '15m'
/** NIST SP 800-63B §5.2.2. */
const SECOND_FACTOR_LOCK = { maxFailedAttempts: 10, durationSeconds: 15 * 60 }

const unverifiedPasskey = () => phrase('Your passkey must verify you with a PIN, fingerprint or face.')

let current: { origin: string; auth: Promise<Auth> } | undefined

/** Created again when the site's origin changes. */
export function auth(): Promise<Auth> {
  const origin = siteOrigin()
  if (current?.origin === origin) return current.auth
  const created = { origin, auth: openAuth(db(), origin) }
  current = created
  // The next request retries.
  created.auth.catch(() => {
    if (current === created) current = undefined
  })
  return created.auth
}

async function openAuth(db: Db, origin: string) {
  return createAuth({ db, origin, secret: env().AUTH_SECRET ?? (await findAuthSecret(db)) })
}

/** Blocks the process for a quarter of a second: only for commands that need accounts, and for servers before they are ready. */
export async function loadBetterAuth() {
  const [{ betterAuth }, { drizzleAdapter }, { jwt }, { twoFactor }, { passkey }, { APIError }] =
    await Promise.all([
      import('better-auth/minimal'),
      import('better-auth/adapters/drizzle'),
      // `better-auth/plugins` would load all plugins.
      import('better-auth/plugins/jwt'),
      import('better-auth/plugins/two-factor'),
      import('@better-auth/passkey'),
      import('@better-auth/core/error'),
    ])
  return { betterAuth, drizzleAdapter, jwt, twoFactor, passkey, APIError }
}

/** @param options.origin https sets the Secure flag and the prefix of cookies */
export async function createAuth({ db, origin, secret }: { db: Db; origin: string; secret: string }) {
  const { betterAuth, drizzleAdapter, jwt, twoFactor, passkey, APIError } = await loadBetterAuth()
  const isSecure = origin.startsWith('https:')
  const requireUserVerification = (isVerified: boolean | undefined) => {
    if (!isVerified) throw new APIError('UNAUTHORIZED', { message: unverifiedPasskey() })
  }
  return betterAuth({
    appName: 'Masthead',
    baseURL: origin,
    basePath: '/api/auth',
    secret,
    trustedOrigins: (request) => trustedOriginsOf(request),
    database: hashSessionTokens(
      drizzleAdapter(db, {
        provider: 'pg',
        transaction: true,
        schema: {
          user: users,
          session: sessions,
          account: accounts,
          verification: verifications,
          rateLimit: rateLimits,
          twoFactor: twoFactors,
          passkey: passkeys,
          jwks,
        },
      }),
    ),
    databaseHooks: {
      session: {
        create: {
          async before({ userId }) {
            if (await isBanned(db, userId)) throw new APIError('FORBIDDEN', { message: accountSuspended() })
          },
        },
      },
    },
    // See sign-up.server.ts and set-password.server.ts.
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
      passkey({
        rpID: new URL(origin).hostname,
        rpName: new URL(origin).host,
        origin,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        advanced: { webAuthnChallengeCookie: 'passkey' },
        // By default, the plugin accepts responses without user verification, which are a single factor.
        registration: {
          afterVerification: ({ verification }) =>
            requireUserVerification(verification.registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: ({ verification }) =>
            requireUserVerification(verification.authenticationInfo.userVerified),
        },
      }),
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
      // `withRecentSession` checks `authenticatedAt` instead.
      freshAge: 0,
      additionalFields: {
        authenticatedAt: { type: 'date', required: false, input: false },
        isPasskey: { type: 'boolean', required: false, input: false },
      },
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      customRules: {
        // limit-sign-in.server.ts limits them.
        '/sign-in/email': false,
        // Its window would never end for the people of an office, whose pages ask every 30 seconds. The listener limits it.
        '/get-session': false,
      },
    },
    // auth-handler.server.ts handles errors.
    onAPIError: { throw: true },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: `${cookiePrefix(origin)}masthead`,
      // It would add the prefix __Secure-.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure },
      // better-auth skips the check in tests by default.
      disableOriginCheck: false,
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'], ipv6Subnet: IPV6_PREFIX_LENGTH },
    },
    logger: {
      disableColors: true,
      level: 'warn',
      log: (level, message, ...details) => log()[level]({ err: causeOf(details) }, `Accounts: ${message}`),
    },
  })
}

/** Browsers accept `__Host-` only from this host over https (RFC 6265bis §4.1.3.2). */
export function cookiePrefix(origin: string): '__Host-' | '' {
  return origin.startsWith('https:') ? '__Host-' : ''
}

async function isBanned(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.banned, true)))
  return found.length > 0
}

/** Drizzle's message contains the query's parameters. */
function causeOf(details: unknown[]): unknown {
  const error = details.find((detail) => detail instanceof Error)
  return error?.cause ?? error
}

/** The HTTP listener has validated the host. https is allowed too, since only a trusted proxy reveals the scheme. */
function trustedOriginsOf(request: Request | undefined): string[] {
  if (!request) return []
  const { host, origin } = new URL(request.url)
  return [origin, `https://${host}`]
}
