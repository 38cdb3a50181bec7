import { eq } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { FETCH_ACTOR, recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { feeds } from '#schema/feeds.ts'
import { publisherOf } from '../model/feed-form.ts'
import { type Feed, parseFeedAddress } from '../model/feeds.server.ts'
import type { Deletion } from '../parse/normalise-feed.ts'
import type { ItemWithHash } from './hash-item.server.ts'
import type { ItemDrafts } from './item-drafts.server.ts'
import { renamePublisher } from './publisher.server.ts'
import { type IngestCounts, listKeys, lockHosts, storeLockedItems } from './store-items.server.ts'

/** `reason` is a sentence. */
export type IngestResult = { nextCheckAt: Date; etag: string | null; lastModified: string | null } & (
  | {
      kind: 'items'
      title: string
      /** According to the feed. Its items have this name. */
      publisher: string
      /** According to its website, if that was requested. */
      detectedPublisher: string | null
      items: ItemWithHash[]
      deletions: Deletion[]
      /** Null if well-formed. */
      damage: string | null
      /** According to the feed. */
      newUrl: string | null
      movedTo: string | null
    }
  | { kind: 'not-modified'; movedTo: string | null }
  /** `isGone`: no more fetches (RFC 9110 §15.5.11). */
  | { kind: 'failed'; reason: string; isGone?: boolean }
)

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
      // Before rows are locked: another feed may hold the lock of a host, and wait to refer to an article.
      await lockHosts(tx, [...listKeys(items), ...deletions.map(({ itemId }) => itemId)])
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

/** Stores and applies a newly detected publisher. */
async function nameSources(
  tx: Db,
  feed: Feed,
  { items, publisher, detectedPublisher }: Extract<IngestResult, { kind: 'items' }>,
): Promise<ItemWithHash[]> {
  const detected = feed.detectedPublisher ?? detectedPublisher
  const named = { ...feed, detectedPublisher: detected }
  if (detected !== feed.detectedPublisher) {
    await tx.update(feeds).set({ detectedPublisher: detected }).where(eq(feeds.id, feed.id))
    await renamePublisher(tx, named, publisher)
  }
  const sourceName = publisherOf(named) ?? publisher
  return items.map((item) => (item.sourceName === publisher ? { ...item, sourceName } : item))
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
