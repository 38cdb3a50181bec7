import { createHash, randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { FETCH_ACTOR, recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Category } from '#kernel/category.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { articles } from '#schema/articles.ts'
import { feeds } from '#schema/feeds.ts'
import { publicationOf } from '../model/feed-form.ts'
import { type Feed, parseFeedAddress } from '../model/feeds.server.ts'
import { publisherOfKey } from '../parse/identify-items.ts'
import { type Decision, decideItems } from './decide-items.ts'
import type { IngestResult } from './fetch-feed.server.ts'
import { findKnown } from './find-known.server.ts'
import { findMovedItems } from './find-moved-items.server.ts'
import type { ItemDrafts } from './item-drafts.server.ts'
import type { ItemWithHash } from './known-article.ts'
import type { KnownItems } from './match-item.ts'
import { renamePublication } from './publication.server.ts'
import { storeIdentities } from './store-identities.server.ts'

/** `gone`: deleted during the fetch. */
export type FeedResult = { counts: IngestCounts } & (
  | { outcome: 'items' | 'not-modified' | 'gone' }
  | { outcome: 'failed'; error: string }
)

const NO_CHANGES: IngestCounts = { created: 0, updated: 0, held: 0, duplicates: 0 }

export async function storeIngest(
  db: Db,
  feed: Feed,
  result: IngestResult,
  { drafts, now }: { drafts: ItemDrafts; now: Date },
): Promise<FeedResult> {
  return db.transaction(async (tx) => {
    // Not `for update`: a publication may hold a draft that this transaction needs, and wait to refer to the feed.
    const [present] = await tx.select().from(feeds).where(eq(feeds.id, feed.id)).for('no key update')
    if (!present) return { outcome: 'gone', counts: NO_CHANGES }
    const { category, newArticles } = present
    const owner = { origin: 'feed', feedId: present.id, category, newArticles, drafts } as const
    if (result.kind === 'items') {
      const { items, deletions } = result
      // Before rows are locked: another feed may hold a publisher, and wait to refer to an article.
      await lockPublishers(tx, [...listKeys(items), ...deletions.map(({ itemId }) => itemId)])
      if (deletions.length > 0) await drafts.deleteAtSource(tx, present, deletions, now)
    }
    const counts =
      result.kind === 'items'
        ? await storeLockedItems(tx, await nameSources(tx, present, result), owner, now)
        : NO_CHANGES
    const checked = {
      nextCheckAt: result.nextCheckAt,
      etag: result.etag,
      lastModified: result.lastModified,
      lastCheckedAt: now,
    }
    if (result.kind === 'failed') {
      const failed = { ...checked, failureCount: feed.failureCount + 1, lastError: result.reason }
      await tx.update(feeds).set(failed).where(eq(feeds.id, feed.id))
      if (result.isGone) await changeFeed(tx, present, { enabled: false })
      return { outcome: 'failed', counts, error: result.reason }
    }
    const read =
      result.kind === 'items' ? { title: present.title || result.title, damage: result.damage } : undefined
    await tx
      .update(feeds)
      .set({ ...checked, ...read, lastSuccessAt: now, failureCount: 0, lastError: null })
      .where(eq(feeds.id, feed.id))
    const newUrl = result.kind === 'items' ? result.newUrl : null
    await followMove(tx, present, newUrl ? { to: newUrl, isStated: true } : { to: result.movedTo })
    return { outcome: result.kind, counts }
  })
}

/** Stores and applies a newly detected publication. */
async function nameSources(
  tx: Db,
  feed: Feed,
  { items, publication, detectedPublication }: Extract<IngestResult, { kind: 'items' }>,
): Promise<ItemWithHash[]> {
  const detected = feed.detectedPublication ?? detectedPublication
  const named = { ...feed, detectedPublication: detected }
  if (detected !== feed.detectedPublication) {
    await tx.update(feeds).set({ detectedPublication: detected }).where(eq(feeds.id, feed.id))
    await renamePublication(tx, named, publication)
  }
  const sourceName = publicationOf(named) ?? publication
  return items.map((item) => (item.sourceName === publication ? { ...item, sourceName } : item))
}

/** A permanent redirect may be a mistake, or lead to a network's sign-in page. */
const MOVES_UNTIL_FOLLOWED = 3

const MOVED_TO_ANOTHER = 'This feed has moved to the address of another feed. It is no longer fetched.'

type Move = {
  to: string | null
  /** The feed itself states the address. */
  isStated?: boolean
}

/** Follows a permanent move that the feed states, or that successive fetches confirm. */
async function followMove(tx: Db, feed: Feed, { to, isStated = false }: Move): Promise<void> {
  const read = to === null ? undefined : parseFeedAddress(to)
  const target = read && 'address' in read && read.address !== feed.url ? read.address : null
  const movedCount = target === null ? 0 : target === feed.movedTo ? feed.movedCount + 1 : 1
  if (movedCount === feed.movedCount && target === feed.movedTo) return
  const update = (values: Partial<Feed>) => tx.update(feeds).set(values).where(eq(feeds.id, feed.id))
  if (target === null || (movedCount < MOVES_UNTIL_FOLLOWED && !isStated)) {
    await update({ movedTo: target, movedCount })
    return
  }
  const [other] = await tx.select({ enabled: feeds.enabled }).from(feeds).where(eq(feeds.url, target))
  await update({ movedTo: null, movedCount: 0, ...(other?.enabled && { lastError: MOVED_TO_ANOTHER }) })
  if (!other) await changeFeed(tx, feed, { url: target })
  // Nobody would fetch the address of a disabled feed.
  else if (other.enabled) await changeFeed(tx, feed, { enabled: false })
}

async function changeFeed(tx: Db, feed: Feed, change: { enabled: boolean } | { url: string }): Promise<void> {
  await tx.update(feeds).set(change).where(eq(feeds.id, feed.id))
  const subject = feed.title || feed.url
  const before = 'url' in change ? { url: feed.url } : { enabled: feed.enabled }
  const changes = diffFields<Partial<Feed>>(before, change)
  await recordAudit(tx, { by: FETCH_ACTOR, action: 'feed.update', subjectId: feed.id, subject, changes })
}

type IngestCounts = { created: number; updated: number; held: number; duplicates: number }

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
  await lockPublishers(tx, listKeys(items))
  return storeLockedItems(tx, items, owner, now)
}

async function storeLockedItems(
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

function listKeys(items: readonly ItemWithHash[]): string[] {
  return items.flatMap((item) => item.keys)
}

/** Publishers share locks, whose memory all connections share. */
const PUBLISHER_LOCKS = 256

/** Feeds with the same article have a key in common. The fixed order prevents deadlocks. */
async function lockPublishers(tx: Db, keys: readonly string[]): Promise<void> {
  const locks = new Set(keys.map((key) => hashText(publisherOfKey(key)) % PUBLISHER_LOCKS))
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
        published_at, is_dated, updated_at, is_breaking
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
