import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { users } from '#schema/accounts.ts'
import { makeAdministrator } from './make-administrator.server.ts'
import { consumeToken, issueToken } from './one-time-token.server.ts'
import { recordAudit } from './record-audit.server.ts'

const TOKEN_SECONDS = 24 * 3600

/** @returns the token of a link by which somebody becomes the first administrator, or undefined where there is one */
export async function offerFirstAdministrator(db: Db): Promise<string | undefined> {
  if (await hasAdministrator(db)) return undefined
  return issueToken(db, 'first-administrator', { value: 'the first', seconds: TOKEN_SECONDS })
}

/**
 * Makes the first administrator. Who holds the link has the server, so an account of that address is taken over.
 *
 * @returns whether the link was good; once there is an administrator, none is
 */
export async function claimFirstAdministrator(
  db: Db,
  { token, ...person }: { token: string; name: string; email: string; password: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Two who use two links at once wait for each other.
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.firstAdministrator})`)
    if ((await consumeToken(tx, 'first-administrator', token)) === undefined) return false
    if (await hasAdministrator(tx)) return false
    const id = await makeAdministrator(tx, person)
    if (!id) return false
    const by = { id, email: person.email }
    await recordAudit(tx, { by, action: 'user.promote', subjectId: id, subject: person.name })
    return true
  })
}

export async function hasAdministrator(db: Db): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
  return found.length > 0
}
