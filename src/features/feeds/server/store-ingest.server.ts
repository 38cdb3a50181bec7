import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Category } from '#kernel/category.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { articleIdentities, articles } from '#schema/articles.ts'
import { feeds } from '#schema/feeds.ts'
import { type Decision, decideItems, type ItemWithHash, type KnownArticle } from '../rules/decide-items.ts'
import type { Feed } from './feeds.server.ts'
import type { IngestResult } from './fetch-feed.server.ts'

/** `gone`: the feed was deleted during the fetch. */
export type FeedResult = { counts: IngestCounts } & (
  | { outcome: 'items' | 'not-modified' | 'gone' }
  | { outcome: 'failed'; error: string }
)

const NO_CHANGES: IngestCounts = { created: 0, updated: 0, duplicates: 0 }

/** Stores a feed's articles and state in one transaction. */
export async function storeIngest(db: Db, feed: Feed, result: IngestResult, now: Date): Promise<FeedResult> {
  return db.transaction(async (tx) => {
    const [present] = await tx
      .select({ id: feeds.id, category: feeds.category, title: feeds.title })
      .from(feeds)
      .where(eq(feeds.id, feed.id))
      .for('update')
    if (!present) return { outcome: 'gone', counts: NO_CHANGES }
    const owner = { origin: 'feed', feedId: present.id, category: present.category } as const
    const counts = result.kind === 'items' ? await storeItems(tx, result.items, owner, now) : NO_CHANGES
    const checked = {
      nextCheckAt: result.nextCheckAt,
      etag: result.etag,
      lastModified: result.lastModified,
      lastCheckedAt: now,
    }
    if (result.kind === 'failed') {
      const failureCount = feed.failureCount + 1
      await tx
        .update(feeds)
        .set({ ...checked, failureCount, lastError: result.reason })
        .where(eq(feeds.id, feed.id))
      return { outcome: 'failed', counts, error: result.reason }
    }
    const title = present.title || (result.kind === 'items' ? result.title : '')
    await tx
      .update(feeds)
      .set({ ...checked, title, lastSuccessAt: now, failureCount: 0, lastError: null })
      .where(eq(feeds.id, feed.id))
    return { outcome: result.kind, counts }
  })
}

type IngestCounts = { created: number; updated: number; duplicates: number }

export type ItemsOwner = { category: Category } & (
  | { origin: 'feed'; feedId: string }
  | { origin: 'sample'; feedId: null; isBreaking(item: ItemWithHash): boolean }
)

/** Call within a transaction. */
export async function storeItems(
  tx: Db,
  items: readonly ItemWithHash[],
  owner: ItemsOwner,
  now: Date,
): Promise<IngestCounts> {
  // Prevents duplicates when two feeds contain the same article.
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.storeItems})`)
  const known = await findKnown(tx, [...new Set(items.flatMap((item) => item.keys))])
  const decisions = decideItems(items, known, { id: owner.feedId ?? 'sample', category: owner.category })
  const created = await insertArticles(tx, decisions, owner)
  // The files of the sample edition never change.
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
  const changed = decisions.filter(
    (decision) =>
      decision.kind === 'updated' || decision.kind === 'adopted' || decision.kind === 'recategorised',
  )
  for (const { kind, item, articleId } of changed) {
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
  return changed.length
}

function columnsOf(item: ItemWithHash) {
  const { title, summary, content, author, imageUrl, sourceUrl, sourceName, hash } = item
  return { title, summary, content, author, imageUrl, sourceUrl, sourceName, itemHash: hash }
}
