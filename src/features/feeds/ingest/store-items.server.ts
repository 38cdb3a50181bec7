import { createHash, randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Category } from '#kernel/category.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { articles } from '#schema/articles.ts'
import type { Feed } from '../model/feeds.server.ts'
import { hostOfKey } from '../parse/identify-items.ts'
import { type Decision, decideItems, type KnownItems } from './decide-items.ts'
import type { ItemWithHash } from './hash-item.server.ts'
import { findKnown, findMovedItems, storeIdentities } from './identities.server.ts'
import type { ItemDrafts } from './item-drafts.server.ts'

export type IngestCounts = { created: number; updated: number; held: number; duplicates: number }

export type ItemsOwner = { category: Category } & (
  | { origin: 'feed'; feedId: string; newArticles: Feed['newArticles']; drafts: ItemDrafts }
  | { origin: 'sample'; feedId: null; isBreaking(item: ItemWithHash): boolean }
)

export async function storeItems(
  tx: Db,
  items: readonly ItemWithHash[],
  owner: ItemsOwner,
  now: Date,
): Promise<IngestCounts> {
  await lockHosts(tx, listKeys(items))
  return storeLockedItems(tx, items, owner, now)
}

/** Requires the locks of `lockHosts`, which must be taken before any rows are locked. */
export async function storeLockedItems(
  tx: Db,
  received: readonly ItemWithHash[],
  owner: ItemsOwner,
  now: Date,
): Promise<IngestCounts> {
  // Triggers add the source to notifications; see `paceIngestChanges`.
  await tx.execute(sql`select set_config('masthead.change_source', 'ingest', true)`)
  const isFeed = owner.origin === 'feed'
  const { category, feedId } = owner
  const found = await findKnown(tx, received, { feedId, drafts: isFeed ? owner.drafts : undefined })
  const moved = isFeed && found.byKey.size === 0 ? await findMovedItems(tx, received, owner) : undefined
  const { items, known } = moved ?? { items: received, known: found }
  const feed = { id: feedId, category, newArticles: isFeed ? owner.newArticles : 'publish' } as const
  const decisions = decideItems(items, known, feed)
  const created = await insertArticles(tx, decisions, owner)
  await storeIdentities(tx, decisions, { known, created, feedId })
  // Files of the sample edition never change.
  const updated = isFeed ? await updateArticles(tx, decisions, owner, now) : 0
  const held = isFeed ? await holdItems(tx, decisions, { known, owner, now }) : 0
  return {
    created: decisions.filter(({ kind }) => kind === 'created').length,
    updated,
    held,
    duplicates: decisions.filter(({ kind }) => kind === 'duplicate').length,
  }
}

export function listKeys(items: readonly ItemWithHash[]): string[] {
  return items.flatMap((item) => item.keys)
}

/** Several hosts share a lock, because all connections share the memory for locks. */
const HOST_LOCKS = 256

/** Feeds with the same article have a key in common. The fixed order prevents deadlocks. */
export async function lockHosts(tx: Db, keys: readonly string[]): Promise<void> {
  const locks = new Set(keys.map((key) => hashText(hostOfKey(key)) % HOST_LOCKS))
  const sorted = [...locks].sort((a, b) => a - b)
  await tx.execute(
    sql`select pg_advisory_xact_lock(${LOCK_KEYS.storeItems}, lock) from unnest(${sql.param(sorted)}::int[]) as lock`,
  )
}

function hashText(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE()
}

/** @returns the ids of the articles */
async function insertArticles(
  tx: Db,
  decisions: readonly Decision[],
  owner: ItemsOwner,
): Promise<Map<Decision, string>> {
  const created = decisions
    .filter((decision) => decision.kind === 'created')
    .map((decision) => ({ decision, id: randomUUID(), item: decision.item }))
  // Lists show articles of one time by descending id: in the order of the feed.
  const ids = created.map(({ id }) => id).sort((one, other) => (one < other ? 1 : -1))
  for (const [index, article] of created.entries()) article.id = ids[index] ?? article.id
  if (created.length > 0) {
    // Arrays take a fraction of the time of a parameter for each value.
    const column = (read: (item: ItemWithHash) => string | boolean | null) =>
      sql.param(created.map(({ item }) => read(item)))
    await tx.execute(sql`
      insert into articles (
        category, origin, feed_id, id, title, summary, content, author, image_url, image_alt, source_url, source_name, item_hash,
        language, published_at, is_dated, updated_at, is_breaking
      )
      select ${owner.category}, ${owner.origin}, ${owner.feedId}::uuid, created.* from unnest(
        ${sql.param(created.map(({ id }) => id))}::uuid[],
        ${column((item) => item.title)}::text[],
        ${column((item) => item.summary)}::text[],
        ${column((item) => item.content)}::text[],
        ${column((item) => item.author)}::text[],
        ${column((item) => item.imageUrl)}::text[],
        ${column((item) => item.imageAlt)}::text[],
        ${column((item) => item.sourceUrl)}::text[],
        ${column((item) => item.sourceName)}::text[],
        ${column((item) => item.hash)}::text[],
        ${column((item) => item.language)}::text[],
        ${column((item) => item.publishedAt.toISOString())}::timestamptz[],
        ${column((item) => item.datedBySource)}::boolean[],
        ${column((item) => item.updatedAt?.toISOString() ?? null)}::timestamptz[],
        ${column((item) => owner.origin === 'sample' && owner.isBreaking(item))}::boolean[]
      ) as created`)
  }
  return new Map(created.map(({ decision, id }) => [decision, id]))
}

type FeedOwner = Extract<ItemsOwner, { origin: 'feed' }>

async function holdItems(
  tx: Db,
  decisions: readonly Decision[],
  { known, owner, now }: { known: KnownItems; owner: FeedOwner; now: Date },
): Promise<number> {
  const { feedId: id, category, drafts } = owner
  const created = decisions
    .filter((decision) => decision.kind === 'held')
    .map(({ item, newKeys }) => ({ item, keys: newKeys }))
  if (created.length > 0) await drafts.create(tx, created, { id, category }, now)
  const held = new Set(
    [...known.byKey.values()].flatMap((stored) => (stored.kind === 'held' ? [stored.articleId] : [])),
  )
  let revised = 0
  // A fixed order prevents deadlocks.
  for (const decision of byArticle(decisions)) {
    const { articleId, item, keys, newKeys } = decision
    if (decision.kind === 'revised') {
      const isRevised = await drafts.revise(tx, { articleId, item, keys }, id, now)
      if (isRevised) revised += 1
    } else if (decision.kind === 'offered') await drafts.offer(tx, { articleId, item }, id, now)
    else if (newKeys.length > 0 && held.has(articleId)) await drafts.addKeys(tx, articleId, newKeys)
  }
  return created.length + revised
}

function byArticle(decisions: readonly Decision[]) {
  return decisions
    .flatMap((decision) =>
      'articleId' in decision && decision.articleId !== null
        ? [{ ...decision, articleId: decision.articleId }]
        : [],
    )
    .toSorted((a, b) => (a.articleId < b.articleId ? -1 : 1))
}

async function updateArticles(
  tx: Db,
  decisions: readonly Decision[],
  owner: FeedOwner,
  now: Date,
): Promise<number> {
  const recategorised = decisions.flatMap((decision) =>
    decision.kind === 'recategorised' ? [decision.articleId] : [],
  )
  if (recategorised.length > 0) {
    await tx.update(articles).set({ category: owner.category }).where(inArray(articles.id, recategorised))
  }
  const changed = decisions
    .filter(
      (decision) =>
        decision.kind === 'updated' || decision.kind === 'completed' || decision.kind === 'adopted',
    )
    // A fixed order prevents deadlocks.
    .toSorted((a, b) => (a.articleId < b.articleId ? -1 : 1))
  if (changed.length > 0) await owner.drafts.offerUpdates(tx, changed, owner.feedId, now)
  for (const decision of changed) {
    const { item, articleId } = decision
    await tx
      .update(articles)
      .set({
        ...columnsOf(item),
        ...(item.datedBySource ? { publishedAt: item.publishedAt, isDated: true } : {}),
        ...(decision.kind === 'adopted' ? { category: decision.category } : {}),
        ...(decision.kind === 'updated' ? { updatedAt: item.updatedAt ?? now } : {}),
        feedId: owner.feedId,
      })
      .where(eq(articles.id, articleId))
  }
  return changed.length + recategorised.length
}

function columnsOf(item: ItemWithHash) {
  const { title, summary, content, author, imageUrl, imageAlt, sourceUrl, sourceName, hash } = item
  return { title, summary, content, author, imageUrl, imageAlt, sourceUrl, sourceName, itemHash: hash }
}
