import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type Account, decideRoleChange, type RoleDecision } from '#features/access/rules/access.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { parseCursor } from '#kernel/cursor.ts'
import type { JoinCounts } from '#kernel/growth.ts'
import type { Role } from '#kernel/roles.ts'
import { countByMonth } from '#platform/database/count-by-month.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { containsFolded } from '#platform/database/folded-text.server.ts'
import { exactInstant, isAfter, toPage } from '#platform/database/keyset.server.ts'
import { users } from '#schema/accounts.ts'
import { endSessions } from './sessions.server.ts'

const PAGE_SIZE = 50

/** `createdAt` is ISO 8601. */
export type Profile = {
  id: string
  fullName: string
  email: string
  avatarUrl: string | null
  role: Role
  createdAt: string
  isSuspended: boolean
}

type ProfilePage = { profiles: Profile[]; next: string | null }

/**
 * Newest first (spec §2, Users).
 *
 * @param options.q part of the name, email or id
 * @param options.before the previous page's `next`
 */
export async function listProfiles(
  db: Db,
  { q, before }: { q?: string; before?: string } = {},
): Promise<ProfilePage> {
  const { id, name, email, image, role, createdAt } = users
  const rows = await db
    .select({
      id,
      fullName: name,
      email,
      avatarUrl: image,
      role,
      createdAt,
      isSuspended: users.banned,
      exact: exactInstant(createdAt),
    })
    .from(users)
    .where(and(isNull(users.removedAt), isAfter(createdAt, id, parseCursor(before)), matches(q)))
    .orderBy(desc(createdAt), desc(id))
    .limit(PAGE_SIZE + 1)
  const { items, next } = toPage(rows, PAGE_SIZE)
  return {
    profiles: items.map(({ exact: _, ...row }) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    next,
  }
}

function matches(q: string | undefined): SQL | undefined {
  if (!q) return undefined
  return sql`(${containsFolded(users.name, q)} or strpos(${users.email}, lower(${q})) > 0
    or strpos(${users.id}::text, lower(${q})) > 0)`
}

type ProfileCounts = JoinCounts & {
  administrators: number
  /** Editors, authors and contributors. */
  staff: number
}

export async function countProfiles(db: Db, now: Date): Promise<ProfileCounts> {
  const [joined, administrators, staff] = await Promise.all([
    countByMonth(db, users.createdAt, now, isNull(users.removedAt)),
    db.$count(users, sql`${users.role} = 'admin'`),
    db.$count(users, sql`${users.role} not in ('admin', 'user')`),
  ])
  return { ...joined, administrators, staff }
}

/** Changes one's own name. Bylines of articles keep theirs. */
export async function changeOwnName(
  db: Db,
  { by, name }: { by: Pick<Account, 'id' | 'email'>; name: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ name: users.name })
      .from(users)
      .where(eq(users.id, by.id))
      .for('no key update')
    if (!user || user.name === name) return
    await tx.update(users).set({ name, updatedAt: new Date() }).where(eq(users.id, by.id))
    const changes = { name: { from: user.name, to: name } }
    await recordAudit(tx, { by, action: 'user.name', subjectId: by.id, subject: name, changes })
  })
}

type LockedAccount = Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'role' | 'image' | 'banned'>

/**
 * Locks accounts and all administrators, so that concurrent changes cannot remove the last one. Rows that refer to them
 * can still be added: autosaves hold the lock of a draft, which a departure then waits for.
 */
export async function lockAccounts(
  tx: Db,
  ids: readonly string[],
): Promise<{ accounts: Map<string, LockedAccount>; administrators: Set<string> }> {
  const { id, name, email, role, image, banned, removedAt } = users
  const rows = await tx
    .select({ id, name, email, role, image, banned })
    .from(users)
    .where(and(isNull(removedAt), or(eq(role, 'admin'), inArray(id, [...ids]))))
    .orderBy(id)
    .for('no key update')
  return {
    accounts: new Map(rows.map((row) => [row.id, row])),
    administrators: new Set(
      rows.filter(({ role, banned }) => role === 'admin' && !banned).map(({ id }) => id),
    ),
  }
}

/** Changes a role and ends the account's sessions (spec §4, Profile role). */
export async function changeRole(
  db: Db,
  { by, userId, role }: { by: Pick<Account, 'id' | 'email'>; userId: string; role: Account['role'] },
): Promise<RoleDecision> {
  return db.transaction(async (tx) => {
    const { accounts, administrators } = await lockAccounts(tx, [userId])
    const target = accounts.get(userId)
    const decision = decideRoleChange({ by: by.id, target, role, administrators })
    if (decision.kind !== 'change' || !target) return decision
    await tx.update(users).set({ role, updatedAt: new Date() }).where(eq(users.id, userId))
    await endSessions(tx, userId)
    await recordAudit(tx, {
      by,
      action: 'user.role',
      subjectId: userId,
      subject: target.name || target.email,
      changes: { role: { from: target.role, to: role } },
    })
    return decision
  })
}
