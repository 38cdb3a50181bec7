import { eq, type SQL, sql } from 'drizzle-orm'
import {
  COMMAND_LINE_ACTOR,
  recordAudit,
  type SystemActor,
} from '#features/audit/server/record-audit.server.ts'
import type { Role } from '#kernel/roles.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { passkeys, twoFactors, users } from '#schema/accounts.ts'
import { consumeToken, issueToken } from './one-time-token.server.ts'
import { hashPassword } from './password-hash.server.ts'
import { endSessions } from './sessions.server.ts'
import { hasPassword, setPassword } from './set-password.server.ts'

const TOKEN_SECONDS = 24 * 3600

type FoundAccount = { id: string; email: string; role: Role }

export async function findAccount(db: Db, email: string): Promise<FoundAccount | undefined> {
  return selectAccount(db, eq(users.email, email.toLowerCase()))
}

export async function findAccountById(db: Db, id: string): Promise<FoundAccount | undefined> {
  return selectAccount(db, eq(users.id, id))
}

async function selectAccount(db: Db, condition: SQL): Promise<FoundAccount | undefined> {
  const [user] = await db
    .select({ id: users.id, email: users.email, role: users.role })
    .from(users)
    .where(condition)
  return user
}

export async function hasAdministrator(db: Db): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
  return found.length > 0
}

/**
 * Creates an administrator or promotes an existing account. A promotion replaces the password, ends all sessions, and
 * removes the second factor, which someone else may have set up.
 *
 * @param person.name if undefined, an account keeps its name
 * @throws WeakPasswordError
 */
export async function createAdministrator(
  db: Db,
  by: SystemActor,
  person: { name?: string | undefined; email: string; password: string },
): Promise<void> {
  const hash = await hashPassword(person.password)
  await db.transaction((tx) => addAdministrator(tx, { ...person, hash }, by))
}

/** @param by the new administrator by default */
async function addAdministrator(
  tx: Db,
  { name, email, ...chosen }: { name?: string | undefined; email: string; password: string; hash: string },
  by?: SystemActor,
): Promise<void> {
  const account = await upsertAdministrator(tx, { name, email })
  await setPassword(tx, account.id, chosen)
  await endSessions(tx, account.id)
  await removeTwoFactor(tx, account.id)
  await recordPromotion(tx, account, by)
}

async function upsertAdministrator(
  tx: Db,
  { name, email }: { name?: string | undefined; email: string },
): Promise<{ id: string; email: string }> {
  const [user] = await tx
    .insert(users)
    .values({ name: name ?? 'Admin', email: email.toLowerCase(), role: 'admin', emailVerified: true })
    .onConflictDoUpdate({
      target: users.email,
      set: { name, role: 'admin', emailVerified: true, banned: false, updatedAt: new Date() },
    })
    .returning({ id: users.id, email: users.email })
  if (!user) throw new Error('The account was not stored')
  return user
}

async function recordPromotion(
  tx: Db,
  account: { id: string; email: string },
  by: SystemActor | typeof account = account,
): Promise<void> {
  const { id: subjectId, email: subject } = account
  await recordAudit(tx, { by, action: 'user.promote', subjectId, subject })
}

/**
 * Replaces the password, and ends all sessions.
 *
 * @param change.removesTwoFactor also removes passkeys
 * @returns the number of ended sessions
 * @throws WeakPasswordError
 */
export async function resetAccess(
  db: Db,
  by: SystemActor,
  { id, email }: { id: string; email: string },
  { password, removesTwoFactor }: { password: string; removesTwoFactor: boolean },
): Promise<number> {
  const hash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const entry = { by, subjectId: id, subject: email }
    await setPassword(tx, id, { password, hash })
    await recordAudit(tx, { ...entry, action: 'password.reset' })
    if (removesTwoFactor) {
      await removeTwoFactor(tx, id)
      await recordAudit(tx, { ...entry, action: 'second-factor.disable' })
    }
    return endSessions(tx, id)
  })
}

export async function removeTwoFactor(tx: Db, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
  await tx.update(users).set({ twoFactorEnabled: false, updatedAt: new Date() }).where(eq(users.id, userId))
}

/**
 * Creates the administrator of the configuration. An existing account keeps its password.
 *
 * @returns false if an administrator exists
 */
export async function createFirstAdministrator(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  if (await hasAdministrator(db)) return false
  const hash = await hashPassword(password)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.firstAdministrator})`)
    if (await hasAdministrator(tx)) return false
    const account = await upsertAdministrator(tx, { email })
    if (!(await hasPassword(tx, account.id))) await setPassword(tx, account.id, { password, hash })
    await recordPromotion(tx, account, COMMAND_LINE_ACTOR)
    return true
  })
}

/** @returns undefined if an administrator exists */
export async function issueFirstAdministratorToken(db: Db): Promise<string | undefined> {
  if (await hasAdministrator(db)) return undefined
  return issueToken(db, 'first-administrator', { value: 'the first', seconds: TOKEN_SECONDS })
}

/** @returns false if the token is invalid or an administrator exists */
export async function claimFirstAdministrator(
  db: Db,
  { token, ...person }: { token: string; name: string; email: string; password: string },
): Promise<boolean> {
  const hash = await hashPassword(person.password)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.firstAdministrator})`)
    if ((await consumeToken(tx, 'first-administrator', token)) === undefined) return false
    if (await hasAdministrator(tx)) return false
    await addAdministrator(tx, { ...person, hash })
    return true
  })
}
