import { eq } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { collapseSpace } from '#kernel/text/text.ts'
import { mergeThreeWay } from '#kernel/three-way-merge.ts'
import type { Db } from '#platform/database/db.server.ts'
import { feeds } from '#schema/feeds.ts'
import { renamePublisher } from '../../ingest/publisher.server.ts'
import { type FeedFields, publisherOf } from '../../model/feed-form.ts'
import { type Feed, normaliseFeedAddress, parseFeedAddress } from '../../model/feeds.server.ts'

/** `conflict`: somebody else has changed the field. `known`: another feed has the address. */
export type FeedUpdate =
  | { kind: 'saved' | 'conflict' | 'known'; feed: Feed }
  | { kind: 'rejected'; reason: string }
  | { kind: 'gone' }

const nameOf = ({ title, url }: Pick<Feed, 'title' | 'url'>) => title || url
export const fieldsOf = (feed: FeedFields): FeedFields => {
  const { url, title, publisher, category, fullText, newArticles } = feed
  return { url, title, publisher, category, fullText, newArticles }
}

/** Other fields have column defaults. */
type NewFeed = Pick<FeedFields, 'url' | 'title' | 'category'> & Partial<FeedFields>

export type AddedFeed = { kind: 'added' | 'known'; feed: Feed } | { kind: 'rejected'; reason: string }

/** Due immediately. `known`: a feed with this address exists and is unchanged. */
export async function createFeed(db: Db, by: Actor, fields: NewFeed): Promise<AddedFeed> {
  const read = parseFeedAddress(fields.url)
  if ('reason' in read) return { kind: 'rejected', reason: read.reason }
  const wanted = trimFields(
    { publisher: '', fullText: false, newArticles: 'publish', ...fields },
    read.address,
  )
  const outcome = await db.transaction(async (tx): Promise<AddedFeed | undefined> => {
    const [feed] = await tx.insert(feeds).values(wanted).onConflictDoNothing().returning()
    if (!feed) {
      const [known] = await tx.select().from(feeds).where(eq(feeds.url, wanted.url))
      return known && { kind: 'known', feed: known }
    }
    const changes = diffFields<FeedFields>({}, fieldsOf(feed))
    await recordAudit(tx, { by, action: 'feed.create', subjectId: feed.id, subject: nameOf(feed), changes })
    return { kind: 'added', feed }
  })
  // The other was deleted between the statements.
  return outcome ?? createFeed(db, by, fields)
}

/** Saves the form. A new address resets health and validators. */
export async function updateFeed(
  db: Db,
  by: Actor,
  { id, base, typed }: { id: string; base: FeedFields; typed: FeedFields },
): Promise<FeedUpdate> {
  const read = parseFeedAddress(typed.url)
  if ('reason' in read) return { kind: 'rejected', reason: read.reason }
  const wanted = trimFields(typed, read.address)
  return db.transaction(async (tx) => {
    const [feed] = await tx.select().from(feeds).where(eq(feeds.id, id)).for('update')
    if (!feed) return { kind: 'gone' }
    const before = fieldsOf(feed)
    const form = mergeThreeWay({ base, typed: wanted }, before)
    if (form.conflicts.length > 0) return { kind: 'conflict', feed }
    const isMoved = form.values.url !== before.url
    if (isMoved) {
      const [other] = await tx.select().from(feeds).where(eq(feeds.url, form.values.url))
      if (other) return { kind: 'known', feed: other }
    }
    const [saved = feed] = await tx
      .update(feeds)
      .set({ ...form.values, ...(isMoved && NEVER_FETCHED), ...(isMoved && { nextCheckAt: new Date() }) })
      .where(eq(feeds.id, id))
      .returning()
    await renamePublisher(tx, saved, publisherOf(feed))
    const changes = diffFields(before, form.values)
    if (Object.keys(changes).length > 0)
      await recordAudit(tx, { by, action: 'feed.update', subjectId: id, subject: nameOf(saved), changes })
    return { kind: 'saved', feed: saved }
  })
}

function trimFields(fields: FeedFields, url: string): FeedFields {
  return { ...fields, url, title: fields.title.trim(), publisher: collapseSpace(fields.publisher) }
}

const NEVER_FETCHED = {
  detectedPublisher: null,
  etag: null,
  lastModified: null,
  lastCheckedAt: null,
  lastSuccessAt: null,
  failureCount: 0,
  lastError: null,
  movedTo: null,
  movedCount: 0,
}

/** Enables or disables a feed. An enabled feed is due immediately. */
export async function setFeedEnabled(
  db: Db,
  by: Actor,
  { id, enabled }: { id: string; enabled: boolean },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [feed] = await tx.select().from(feeds).where(eq(feeds.id, id)).for('update')
    if (!feed || feed.enabled === enabled) return feed !== undefined
    await tx
      .update(feeds)
      // A disabled feed's error says why the server stopped it.
      .set({ enabled, failureCount: 0, lastError: null, ...(enabled && { nextCheckAt: new Date() }) })
      .where(eq(feeds.id, id))
    const changes = diffFields({ enabled: feed.enabled }, { enabled })
    await recordAudit(tx, { by, action: 'feed.update', subjectId: id, subject: nameOf(feed), changes })
    return true
  })
}

/** Keeps its articles. */
export async function deleteFeed(
  db: Db,
  by: Actor,
  which: { id: string } | { url: string },
): Promise<boolean> {
  const condition = 'id' in which ? eq(feeds.id, which.id) : eq(feeds.url, normaliseFeedAddress(which.url))
  return db.transaction(async (tx) => {
    const [feed] = await tx.delete(feeds).where(condition).returning()
    if (!feed) return false
    const changes = diffFields<FeedFields>(fieldsOf(feed), {})
    await recordAudit(tx, { by, action: 'feed.delete', subjectId: feed.id, subject: nameOf(feed), changes })
    return true
  })
}
