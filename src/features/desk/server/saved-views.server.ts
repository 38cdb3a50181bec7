import { and, asc, eq, ne, or, sql } from 'drizzle-orm'
import { type Account, hasCapability } from '#features/access/rules/access.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { users } from '#schema/accounts.ts'
import { savedViews } from '#schema/desk.ts'
import { type ArticleListFilter, parseArticleListFilter } from '../rules/article-manager-params.ts'

export const MAX_VIEWS = 50
export const MAX_SHARED_VIEWS = 100

/** `owner` is the name of the person who shares it; null for one's own. */
export type SavedView = {
  id: string
  name: string
  filter: ArticleListFilter
  isShared: boolean
  owner: string | null
}

export type SaveViewOutcome = { kind: 'saved' } | { kind: 'refused'; reasons: string[] }

type Person = Pick<Account, 'id' | 'role'>

/** Lists a person's own views and shared ones, by name. */
export async function listSavedViews(db: Db, person: Pick<Account, 'id'>): Promise<SavedView[]> {
  const rows = await db
    .select({ view: savedViews, owner: users.name })
    .from(savedViews)
    .innerJoin(users, eq(users.id, savedViews.ownerId))
    .where(or(eq(savedViews.ownerId, person.id), eq(savedViews.isShared, true)))
    .orderBy(byName(savedViews.name), asc(savedViews.id))
    .limit(MAX_VIEWS + MAX_SHARED_VIEWS)
  return rows.map(({ view: { id, name, filter, isShared, ownerId }, owner }) => ({
    id,
    name,
    filter: parseArticleListFilter(filter),
    isShared,
    owner: ownerId === person.id ? null : owner,
  }))
}

/** Changes the person's own views, which only people who publish may share. */
export async function saveView(
  db: Db,
  person: Person,
  { id, name, filter, isShared }: Omit<SavedView, 'owner'>,
): Promise<SaveViewOutcome> {
  const values = { name, filter, isShared: isShared && hasCapability(person, 'article.publish') }
  return db.transaction(async (tx) => {
    // Serialises a person's requests, so that the limits hold.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, person.id)).for('no key update')
    const own = await tx
      .select({
        id: savedViews.id,
        // As in the unique index: PostgreSQL's lower case differs from JavaScript's.
        isSameName: sql<boolean>`lower(${savedViews.name}) = lower(${name})`,
      })
      .from(savedViews)
      .where(eq(savedViews.ownerId, person.id))
    const others = own.filter((view) => view.id !== id)
    if (others.some((view) => view.isSameName))
      return { kind: 'refused', reasons: [phrase('You already have a view named “{name}”.', { name })] }
    if (others.length >= MAX_VIEWS)
      return {
        kind: 'refused',
        reasons: [phrase('You can save up to {max} views. Delete one first.', { max: MAX_VIEWS })],
      }
    if (values.isShared && (await countOtherSharedViews(tx, id)) >= MAX_SHARED_VIEWS)
      return {
        kind: 'refused',
        reasons: [phrase('Up to {max} views can be shared.', { max: MAX_SHARED_VIEWS })],
      }
    const stored = await tx
      .insert(savedViews)
      .values({ id, ownerId: person.id, ...values })
      .onConflictDoUpdate({ target: savedViews.id, set: values, setWhere: eq(savedViews.ownerId, person.id) })
      .returning({ id: savedViews.id })
    return stored.length > 0
      ? { kind: 'saved' }
      : { kind: 'refused', reasons: [phrase('Only the person who saved this view can change it.')] }
  })
}

/** Prevents others from sharing views until the end of the transaction. */
async function countOtherSharedViews(tx: Db, id: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.shareViews})`)
  return tx.$count(savedViews, and(eq(savedViews.isShared, true), ne(savedViews.id, id)))
}

export async function deleteView(db: Db, person: Pick<Account, 'id'>, id: string): Promise<void> {
  await db.delete(savedViews).where(and(eq(savedViews.id, id), eq(savedViews.ownerId, person.id)))
}
