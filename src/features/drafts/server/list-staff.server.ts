import { and, asc, eq, inArray, or, type SQL } from 'drizzle-orm'
import { hasCapability } from '#features/access/rules/access.ts'
import { ROLES } from '#kernel/roles.ts'
import type { Db } from '#platform/database/db.server.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { users } from '#schema/accounts.ts'
import type { DraftPeople } from '../rules/draft-access.ts'

const MAX_STAFF = 500

export type StaffMember = { id: string; name: string }

const WRITERS = ROLES.filter((role) => hasCapability({ role }, 'article.write'))

/** Matches accounts that may write articles and are not suspended. */
export const writerCondition = and(inArray(users.role, WRITERS), eq(users.banned, false))

const READERS_OF_ALL = ROLES.filter((role) => hasCapability({ role }, 'article.read-all'))
const PUBLISHERS = ROLES.filter((role) => hasCapability({ role }, 'article.publish'))

export function listStaff(db: Db): Promise<StaffMember[]> {
  return listPeople(db, inArray(users.role, WRITERS))
}

/** Lists people who can read a draft (`canReadDraft`), by name. */
export function listDraftReaders(db: Db, { ownerId, assigneeId }: DraftPeople): Promise<StaffMember[]> {
  const own = [ownerId, assigneeId].filter((id) => id !== null)
  const isOwn = and(inArray(users.role, WRITERS), inArray(users.id, own))
  return listPeople(db, or(inArray(users.role, READERS_OF_ALL), isOwn))
}

export function listPublishers(db: Db): Promise<StaffMember[]> {
  return listPeople(db, inArray(users.role, PUBLISHERS))
}

function listPeople(db: Db, condition: SQL | undefined): Promise<StaffMember[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(condition, eq(users.banned, false)))
    .orderBy(byName(users.name), asc(users.id))
    .limit(MAX_STAFF)
}

/** Returns the name of a person; null if they cannot be assigned articles. */
export async function findStaffName(db: Db, id: string): Promise<string | null> {
  const [person] = await db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.id, id), writerCondition))
  return person?.name ?? null
}
