import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Category } from '#kernel/category.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { articleIdentities, articles } from '#schema/articles.ts'
import { type Decision, decideItems, type ItemWithHash, type KnownArticle } from '../rules/decide-items.ts'

export type StoreCounts = { created: number; updated: number; duplicates: number }

/** Whose items are stored: a feed's, or those of the sample edition, which belong to no feed. */
export type ItemsOwner = { category: Category } & (
  | { origin: 'feed'; feedId: string }
  | { origin: 'sample'; feedId: null; isBreaking(item: ItemWithHash): boolean }
)

/** Decides on `items` against what is known and applies it. Runs inside the caller's transaction. */
export async function storeItems(
  tx: Db,
  items: readonly ItemWithHash[],
  owner: ItemsOwner,
  now: Date,
): Promise<StoreCounts> {
  // Serialises storing: two feeds that bring one story at the same moment must not both find it new.
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.storeItems})`)
  const known = await findKnown(tx, [...new Set(items.flatMap((item) => item.keys))])
  const decisions = decideItems(items, known, { id: owner.feedId ?? 'sample', category: owner.category })
  const created = await insertArticles(tx, decisions, owner)
  // The edition's own files never change; what an editor made of a sample story stays.
  const updated = owner.origin === 'feed' ? await updateArticles(tx, decisions, owner, now) : 0
  return { created, updated, duplicates: decisions.filter(({ kind }) => kind === 'duplicate').length }
}

async function findKnown(tx: Db, keys: string[]): Promise<Map<string, KnownArticle>> {
  const known = new Map<string, KnownArticle>()
  if (keys.length === 0) return known
  const rows = await tx
    .select({
      key: articleIdentities.key,
      articleId: articles.id,
      feedId: articles.feedId,
      hash: articles.itemHash,
      category: articles.category,
      origin: articles.origin,
    })
    .from(articleIdentities)
    .leftJoin(articles, eq(articles.id, articleIdentities.articleId))
    .where(inArray(articleIdentities.key, keys))
  for (const { key, articleId, feedId, hash, category, origin } of rows) {
    known.set(
      key,
      articleId && category
        ? { kind: 'article', articleId, feedId, hash: hash ?? '', category, isEditors: origin === 'editor' }
        : { kind: 'tombstone' },
    )
  }
  return known
}

async function insertArticles(tx: Db, decisions: readonly Decision[], owner: ItemsOwner): Promise<number> {
  const created = decisions
    .filter((decision) => decision.kind === 'created')
    .map((decision) => ({ id: randomUUID(), ...decision }))
  if (created.length > 0) {
    await tx.insert(articles).values(
      created.map(({ id, item }) => ({
        ...columnsOf(item),
        id,
        category: owner.category,
        publishedAt: item.publishedAt,
        updatedAt: item.updatedAt,
        isBreaking: owner.origin === 'sample' && owner.isBreaking(item),
        origin: owner.origin,
        feedId: owner.feedId,
      })),
    )
  }
  const keysOfCreated = created.flatMap(({ id, newKeys }) => newKeys.map((key) => ({ key, articleId: id })))
  const keysOfKnown = decisions.flatMap((decision) =>
    decision.kind === 'created'
      ? []
      : decision.newKeys.map((key) => ({
          key,
          articleId: decision.kind === 'tombstoned' ? null : decision.articleId,
        })),
  )
  const identities = [...keysOfCreated, ...keysOfKnown]
  if (identities.length > 0) await tx.insert(articleIdentities).values(identities).onConflictDoNothing()
  return created.length
}

async function updateArticles(
  tx: Db,
  decisions: readonly Decision[],
  owner: ItemsOwner,
  now: Date,
): Promise<number> {
  const takenOver = decisions.filter(
    (decision) =>
      decision.kind === 'updated' || decision.kind === 'adopted' || decision.kind === 'recategorised',
  )
  for (const { kind, item, articleId } of takenOver) {
    await tx
      .update(articles)
      .set({
        ...columnsOf(item),
        ...(item.datedBySource ? { publishedAt: item.publishedAt } : {}),
        ...(kind === 'recategorised' ? { category: owner.category } : {}),
        ...(kind === 'updated' ? { updatedAt: item.updatedAt ?? now } : {}),
        feedId: owner.feedId,
      })
      .where(eq(articles.id, articleId))
  }
  return takenOver.length
}

function columnsOf(item: ItemWithHash) {
  const { title, summary, content, author, imageUrl, sourceUrl, sourceName, hash } = item
  return { title, summary, content, author, imageUrl, sourceUrl, sourceName, itemHash: hash }
}
