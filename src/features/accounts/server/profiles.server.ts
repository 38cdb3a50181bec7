import { and, desc, type SQL, sql } from 'drizzle-orm'
import { formatCursor, parseCursor } from '#kernel/cursor.ts'
import type { JoinCounts } from '#kernel/growth.ts'
import { countJoined } from '#platform/database/count-joined.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { exactInstant, isAfter } from '#platform/database/keyset.server.ts'
import { users } from '#schema/accounts.ts'

/** As many rows as a page of a list has. */
const PAGE_SIZE = 50

/** A registered user, as the list shows one (spec §2, Users); `createdAt` is ISO 8601. */
export type Profile = {
  id: string
  fullName: string
  email: string
  avatarUrl: string | null
  role: 'admin' | 'user'
  createdAt: string
}

/** A page of a list; `next` is the cursor that continues it. */
export type ProfilePage = { profiles: Profile[]; next: string | null }

/**
 * The registered users, newest first.
 *
 * @param options.q is looked for in name, email and id, whatever the letter case
 * @param options.before the cursor that the page before returned
 */
export async function listProfiles(
  db: Db,
  { q, before }: { q?: string; before?: string } = {},
): Promise<ProfilePage> {
  const { id, name, email, image, role, createdAt } = users
  const rows = await db
    .select({ id, fullName: name, email, avatarUrl: image, role, createdAt, exact: exactInstant(createdAt) })
    .from(users)
    .where(and(isAfter(createdAt, id, parseCursor(before)), matches(q)))
    .orderBy(desc(createdAt), desc(id))
    .limit(PAGE_SIZE + 1)
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    profiles: shown.map(({ exact: _, ...row }) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    next: rows.length > PAGE_SIZE && last ? formatCursor({ publishedAt: last.exact, id: last.id }) : null,
  }
}

function matches(q: string | undefined): SQL | undefined {
  if (!q) return undefined
  return sql`(strpos(lower(${users.name}), lower(${q})) > 0 or strpos(${users.email}, lower(${q})) > 0
    or strpos(${users.id}::text, lower(${q})) > 0)`
}

export type ProfileFigures = JoinCounts & { administrators: number }

/** How many users there are at `now`, how many of them administrators, and how they have come. */
export async function countProfiles(db: Db, now: Date): Promise<ProfileFigures> {
  const [joined, administrators] = await Promise.all([
    countJoined(db, users.createdAt, now),
    db.$count(users, sql`${users.role} = 'admin'`),
  ])
  return { ...joined, administrators }
}
