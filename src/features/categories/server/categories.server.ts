import { asc, eq, isNull, or, sql } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { redirectPages } from '#features/redirects/server/redirect-pages.server.ts'
import { GENERAL_CATEGORY } from '#kernel/category.ts'
import { toDarkColour } from '#kernel/contrast.ts'
import { toSlug } from '#kernel/slug.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { articleCounts, articles } from '#schema/articles.ts'
import { categories } from '#schema/categories.ts'
import { articleList } from '#schema/desk.ts'
import { feeds } from '#schema/feeds.ts'
import {
  type CategoryForm,
  MAX_CATEGORIES,
  MAX_CATEGORY_ROWS,
  MAX_SLUG_LENGTH,
  RESERVED_SLUGS,
} from '../rules/category-form.ts'

/** `articles` counts published ones. */
export type CategoryRow = CategoryForm & { key: string; articles: number }

export type CategoryOutcome =
  | { kind: 'saved' }
  /** Another category has the name, or had it. */
  | { kind: 'taken' }
  /** Another category has the address, or had it, or the name has no Latin letters to derive one. */
  | { kind: 'slug-taken' }
  /** There are `MAX_CATEGORIES`. */
  | { kind: 'full' }
  /** There are `MAX_CATEGORY_ROWS` with merged ones, which stay. */
  | { kind: 'used-up' }
  /** Somebody has merged it. */
  | { kind: 'gone' }
  /** The general category is neither hidden nor merged. */
  | { kind: 'general' }

/** Lists all categories but merged ones, in navigation order. */
export async function listCategoryRows(db: Db): Promise<CategoryRow[]> {
  const { key, name, slug, description, colour, isInMenu, isHidden } = categories
  const count = sql<number>`(select coalesce(sum(articles), 0)::int from ${articleCounts} where category = ${key})`
  const rows = await db
    .select({ key, name, slug, description, colour, isInMenu, isHidden, articles: count })
    .from(categories)
    .where(isNull(categories.mergedInto))
    .orderBy(asc(categories.position), asc(key))
  return rows.map((row) => ({ ...row, colour: row.colour ?? '' }))
}

/**
 * Creates or changes a category. If the address changes, the former addresses of its page and feeds redirect.
 *
 * @param category.key null for a new one
 */
export async function saveCategory(
  db: Db,
  by: Actor,
  { key, ...form }: CategoryForm & { key: string | null },
): Promise<CategoryOutcome> {
  return db.transaction(async (tx) => {
    await lockCategories(tx)
    const rows = await tx.select().from(categories).orderBy(asc(categories.position))
    const before = rows.find((row) => row.key === key && row.mergedInto === null)
    if (key !== null && !before) return { kind: 'gone' }
    if (key === GENERAL_CATEGORY && form.isHidden) return { kind: 'general' }
    const open = rows.filter((row) => row.mergedInto === null)
    if (!before && open.length >= MAX_CATEGORIES) return { kind: 'full' }
    if (!before && rows.length >= MAX_CATEGORY_ROWS) return { kind: 'used-up' }
    // Feeds, imports and links name keys too, so no other category may get one as its name or address.
    const others = rows.filter((row) => row !== before)
    const names = new Set(
      others.flatMap((row) => [row.key, row.name, row.slug]).map((text) => text.toLowerCase()),
    )
    if (names.has(form.name.toLowerCase())) return { kind: 'taken' }
    const slug = form.slug || before?.slug || toSlug(form.name, MAX_SLUG_LENGTH)
    if (names.has(slug) || RESERVED_SLUGS.has(slug) || !/^[a-z0-9-]+$/.test(slug))
      return { kind: 'slug-taken' }
    const colour = form.colour || null
    const isSameColour = before && before.colour === colour
    const values = {
      name: form.name,
      slug,
      description: form.description,
      colour,
      darkColour: isSameColour ? before.darkColour : colour && toDarkColour(colour),
      isInMenu: form.isInMenu,
      isHidden: form.isHidden,
    }
    const changes = diffFields(before ? fieldsOf(before) : {}, values)
    if (before && Object.keys(changes).length === 0) return { kind: 'saved' }
    const subjectId = before?.key ?? slug
    if (before) {
      await tx.update(categories).set(values).where(eq(categories.key, before.key))
      if (before.slug !== slug) await redirectPages(tx, { from: `/${before.slug}`, to: `/${slug}` })
    } else {
      const last = Math.max(0, ...rows.map((row) => row.position))
      await tx.insert(categories).values({ key: slug, ...values, position: last + 1 })
    }
    const action = before ? 'category.update' : 'category.create'
    await recordAudit(tx, { by, action, subjectId, subject: form.name, changes })
    return { kind: 'saved' }
  })
}

type Fields = Omit<typeof categories.$inferSelect, 'key' | 'position' | 'mergedInto' | 'createdAt'>

/** Returns the fields that the form changes. */
function fieldsOf({ name, slug, description, colour, darkColour, isInMenu, isHidden }: Fields): Fields {
  return { name, slug, description, colour, darkColour, isInMenu, isHidden }
}

/** Swaps a category with the one before or after it in the menu. */
export async function moveCategory(
  db: Db,
  by: Actor,
  { key, direction }: { key: string; direction: 'up' | 'down' },
): Promise<CategoryOutcome> {
  return db.transaction(async (tx) => {
    await lockCategories(tx)
    const rows = await tx
      .select({ key: categories.key, name: categories.name, position: categories.position })
      .from(categories)
      .where(isNull(categories.mergedInto))
      .orderBy(asc(categories.position), asc(categories.key))
    const index = rows.findIndex((row) => row.key === key)
    const [moved, other] = [rows[index], rows[index + (direction === 'up' ? -1 : 1)]]
    if (!moved) return { kind: 'gone' }
    if (!other) return { kind: 'saved' }
    await tx.update(categories).set({ position: other.position }).where(eq(categories.key, moved.key))
    await tx.update(categories).set({ position: moved.position }).where(eq(categories.key, other.key))
    const changes = { position: { from: moved.position, to: other.position } }
    await recordAudit(tx, { by, action: 'category.move', subjectId: key, subject: moved.name, changes })
    return { kind: 'saved' }
  })
}

/**
 * Moves the articles, feeds and addresses of a category to another one, in one transaction. The row stays, since drafts,
 * revisions, fronts and readers' lists name its key, which then leads to the other category.
 */
export async function mergeCategories(
  db: Db,
  by: Actor,
  { key, intoKey }: { key: string; intoKey: string },
): Promise<CategoryOutcome> {
  if (key === GENERAL_CATEGORY) return { kind: 'general' }
  return db.transaction(async (tx) => {
    await lockCategories(tx)
    const rows = await tx.select().from(categories).where(isNull(categories.mergedInto))
    const find = (wanted: string) => rows.find((row) => row.key === wanted)
    const [from, into] = [find(key), find(intoKey)]
    if (!from || !into || from === into) return { kind: 'gone' }
    // One statement changes all articles of the category.
    await tx.execute(sql`set local statement_timeout = 0`)
    const moveRows = async () => {
      for (const table of [feeds, articles, articleList])
        await tx.execute(sql`update ${table} set category = ${intoKey} where category = ${key}`)
    }
    // Ingests and publications also lock these rows before the category, so neither deadlocks with the merge.
    await moveRows()
    const isMerged = or(eq(categories.key, key), eq(categories.mergedInto, key))
    await tx.select({ key: categories.key }).from(categories).where(isMerged).for('update')
    // Rows that were stored before the lock. Later ones wait for it, and then get the other category.
    await moveRows()
    await tx.update(categories).set({ mergedInto: intoKey, isInMenu: false }).where(isMerged)
    await redirectPages(tx, { from: `/${from.slug}`, to: `/${into.slug}` })
    const changes = { mergedInto: { from: null, to: into.name } }
    await recordAudit(tx, { by, action: 'category.merge', subjectId: key, subject: from.name, changes })
    return { kind: 'saved' }
  })
}

/** One change at a time, so that names and addresses are unique. */
async function lockCategories(tx: Pick<Db, 'execute'>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.changeCategories})`)
}
