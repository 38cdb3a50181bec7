import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  pgView,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { ROLES } from '#kernel/roles.ts'
import { oneOf } from '#platform/database/sql-check.ts'
import { instant } from './instant.ts'

/** better-auth's tables with column names of spec §3, Profile. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('full_name').notNull(),
    email: text('email').notNull().unique('users_email_key'),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('avatar_url'),
    role: text('role', { enum: ROLES }).notNull().default('user'),
    banned: boolean('banned').notNull().default(false),
    banReason: text('ban_reason'),
    banExpires: instant('ban_expires'),
    /** The row stays, since the history of articles names the person. */
    removedAt: instant('removed_at'),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check('users_role_check', oneOf(table.role, ROLES)),
    check('users_removed_check', sql`${table.removedAt} is null or ${table.banned}`),
    check('users_email_check', sql`${table.email} = lower(${table.email})`),
    index('users_latest_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    /** SHA-256 of the token in the cookie. */
    token: text('token').notNull().unique('sessions_token_key'),
    /** At most 30 days after `created_at` (trigger). */
    expiresAt: instant('expires_at').notNull(),
    /** The last proof of identity. */
    authenticatedAt: instant('authenticated_at').notNull().defaultNow(),
    /** A passkey includes a second factor. */
    isPasskey: boolean('is_passkey').notNull().default(false),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    impersonatedBy: uuid('impersonated_by').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user_idx').on(table.userId)],
)

export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    password: text('password'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('accounts_user_idx').on(table.userId),
    unique('accounts_provider_key').on(table.providerId, table.accountId),
  ],
)

export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verifications_identifier_idx').on(table.identifier)],
)

export const twoFactors = pgTable(
  'two_factors',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    verified: boolean('verified').notNull().default(true),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: instant('locked_until'),
  },
  (table) => [unique('two_factors_user_key').on(table.userId)],
)

/** The link is a row of `verifications` whose value is the invitation's id. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull().unique('invitations_email_key'),
    role: text('role', { enum: ROLES }).notNull(),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    /** When the newest email was sent. */
    sentAt: instant('sent_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    check('invitations_role_check', oneOf(table.role, ROLES)),
    check('invitations_email_check', sql`${table.email} = lower(${table.email})`),
  ],
)

/** WebAuthn credentials. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique('passkeys_credential_key'),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('passkeys_user_idx').on(table.userId)],
)

export const jwks = pgTable('jwks', {
  id: uuid('id').primaryKey().defaultRandom(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at'),
})

export const rateLimits = pgTable('rate_limits', {
  id: uuid('id').primaryKey().defaultRandom(),
  key: text('key').notNull().unique('rate_limits_key_key'),
  count: integer('count').notNull(),
  lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
})

/** Attempts by hashed key, until the window ends. */
export const accountAttempts = pgTable(
  'account_attempts',
  {
    key: text('key').primaryKey(),
    points: integer('count').notNull(),
    expire: instant('ends_at').notNull(),
  },
  (table) => [index('account_attempts_end_idx').on(table.expire)],
)

/** Generated. Signs newsletter links, and session cookies unless AUTH_SECRET is set. */
export const authSecrets = pgTable(
  'auth_secrets',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    secret: text('secret').notNull(),
  },
  (table) => [check('auth_secrets_only_check', sql`${table.isOnly}`)],
)

/** Spec §3. */
export const profiles = pgView('profiles', {
  id: uuid('id').notNull(),
  userId: uuid('user_id').notNull(),
  fullName: text('full_name').notNull(),
  avatarUrl: text('avatar_url'),
  role: text('role', { enum: ROLES }).notNull(),
  createdAt: instant('created_at').notNull(),
}).as(
  sql`select id, id as user_id, full_name, avatar_url, role, created_at from users where removed_at is null`,
)
