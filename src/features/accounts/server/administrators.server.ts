import { eq, type SQL, sql } from 'drizzle-orm'
import type { Role } from '#kernel/roles.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { passkeys, twoFactors, users } from '#schema/accounts.ts'
import { consumeToken, issueToken } from './one-time-token.server.ts'
import { recordAudit } from './record-audit.server.ts'
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
 * In the caller's transaction. Promotion replaces the password, ends all sessions, and removes the second factor, which
 * someone else may have set up.
 *
 * @returns the account's id
 */
export async function createAdministrator(
  tx: Db,
  { name, email, password }: { name?: string; email: string; password: string },
): Promise<string | undefined> {
  const [user] = await tx
    .insert(users)
    .values({ name: name ?? 'Admin', email: email.toLowerCase(), role: 'admin', emailVerified: true })
    .onConflictDoUpdate({
      target: users.email,
      set: { name, role: 'admin', emailVerified: true, banned: false, updatedAt: new Date() },
    })
    .returning({ id: users.id })
  if (!user) return undefined
  await setPassword(tx, user.id, password)
  await endSessions(tx, user.id)
  await removeTwoFactor(tx, user.id)
  return user.id
}

export async function removeTwoFactor(tx: Db, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
  await tx.update(users).set({ twoFactorEnabled: false, updatedAt: new Date() }).where(eq(users.id, userId))
}

/**
 * An existing account keeps its password.
 *
 * @returns false if an administrator exists
 */
export async function createFirstAdministrator(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.firstAdministrator})`)
    if (await hasAdministrator(tx)) return false
    const [user] = await tx
      .insert(users)
      .values({ email: email.toLowerCase(), name: 'Admin', role: 'admin', emailVerified: true })
      .onConflictDoUpdate({ target: users.email, set: { role: 'admin', updatedAt: new Date() } })
      .returning({ id: users.id })
    if (!user) return false
    if (!(await hasPassword(tx, user.id))) await setPassword(tx, user.id, password)
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
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.firstAdministrator})`)
    if ((await consumeToken(tx, 'first-administrator', token)) === undefined) return false
    if (await hasAdministrator(tx)) return false
    const id = await createAdministrator(tx, person)
    if (!id) return false
    const by = { id, email: person.email }
    await recordAudit(tx, { by, action: 'user.promote', subjectId: id, subject: person.name })
    return true
  })
}
