import { and, asc, eq, inArray } from 'drizzle-orm'
import { hasCapability } from '#features/accounts/rules/capabilities.ts'
import { ROLES } from '#kernel/roles.ts'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'

const MAX_STAFF = 500

export type StaffMember = { id: string; name: string }

/** Roles that articles can be assigned to. */
const WRITERS = ROLES.filter((role) => hasCapability({ role }, 'article.write'))

/** Lists the people who write articles, by name. */
export async function listStaff(db: Db): Promise<StaffMember[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(inArray(users.role, WRITERS), eq(users.banned, false)))
    .orderBy(asc(users.name), asc(users.id))
    .limit(MAX_STAFF)
}

/** Returns the person's name; null if articles cannot be assigned to them. */
export async function findStaffName(db: Db, id: string): Promise<string | null> {
  const [person] = await db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.id, id), inArray(users.role, WRITERS), eq(users.banned, false)))
  return person?.name ?? null
}
