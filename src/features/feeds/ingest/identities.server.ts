import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { articleIdentities, articles } from '#schema/articles.ts'
import { feedKey, feedKeyPrefix, hostOfKey, isLinkKey, linkKey, pathOfKey } from '../parse/identify-items.ts'
import {
  type Decision,
  isMarkedAs,
  type KeyRecord,
  type KnownArticle,
  type KnownItems,
} from './decide-items.ts'
import { hashMark, type ItemWithHash } from './hash-item.server.ts'
import type { HeldItem, ItemDrafts } from './item-drafts.server.ts'

/**
 * Finds the stored keys of items. Includes held items and tombstones.
 *
 * @param drafts undefined for the sample edition
 */
export async function findKnown(
  tx: Db,
  items: readonly ItemWithHash[],
  { feedId, drafts }: { feedId: string | null; drafts: ItemDrafts | undefined },
): Promise<KnownItems> {
  const ownKeyOf = ({ itemId }: ItemWithHash) =>
    itemId === null || feedId === null ? [] : [feedKey(feedId, itemId)]
  const keys = new Set(items.flatMap((item) => [...ownKeyOf(item), ...item.keys, ...(item.movedKeys ?? [])]))
  const byKey = new Map<string, KnownArticle>()
  const records = new Map<string, KeyRecord>()
  if (keys.size === 0) return { byKey, records, keysOf: new Map() }
  const rows = await tx
    .select({
      key: articleIdentities.key,
      itemKey: articleIdentities.itemKey,
      itemMark: articleIdentities.itemMark,
      isShared: articleIdentities.isShared,
      articleId: articles.id,
      feedId: articles.feedId,
      hash: articles.itemHash,
      category: articles.category,
      origin: articles.origin,
      title: articles.title,
      summary: sql<string>`case when ${articles.isDated} then '' else ${articles.summary} end`,
      publishedAt: articles.publishedAt,
      isDated: articles.isDated,
      sourceUrl: articles.sourceUrl,
    })
    .from(articleIdentities)
    .leftJoin(articles, eq(articles.id, articleIdentities.articleId))
    .where(sql`${articleIdentities.key} = any(${sql.param([...keys])}::text[])`)
  for (const { key, itemKey, itemMark, isShared, ...row } of rows) {
    records.set(key, { itemKey, itemMark, isShared })
    byKey.set(key, knownArticle(row))
  }
  if (drafts) await markFollowed(tx, byKey, drafts)
  const held = drafts ? await markHeld(tx, byKey, drafts) : []
  const isNew = (item: ItemWithHash) => ownKeyOf(item).some((key) => !byKey.has(key))
  const matched = items.filter(isNew).flatMap((item) => item.keys.filter(isLinkKey))
  return { byKey, records, keysOf: await findKeys(tx, articlesOf(matched, byKey), held) }
}

type ArticleRow = {
  articleId: string | null
  feedId: string | null
  hash: string | null
  category: (typeof articles.$inferSelect)['category'] | null
  origin: string | null
  title: string | null
  summary: string
  publishedAt: Date | null
  isDated: boolean | null
  sourceUrl: string | null
}

function knownArticle(row: ArticleRow): KnownArticle {
  const { articleId, feedId, hash, category, origin, title, summary, publishedAt, isDated, sourceUrl } = row
  if (!articleId || !category || title === null || publishedAt === null) return { kind: 'tombstone' }
  return {
    kind: 'article',
    articleId,
    feedId,
    hash: hash ?? '',
    category,
    isEditors: origin === 'editor',
    title,
    date: isDated === true ? publishedAt : null,
    mark: hashMark({ title, summary, publishedAt, datedBySource: isDated === true }),
    link: sourceUrl && linkKey(sourceUrl),
  }
}

/** Editors' articles have no feed, but one may have a new text of them. */
async function markFollowed(tx: Db, known: Map<string, KnownArticle>, drafts: ItemDrafts): Promise<void> {
  const edited = [...known].flatMap(([key, stored]) =>
    stored.kind === 'article' && stored.isEditors ? [{ key, stored }] : [],
  )
  if (edited.length === 0) return
  const ids = [...new Set(edited.map(({ stored }) => stored.articleId))]
  const followed = new Map((await drafts.findFollowed(tx, ids)).map((row) => [row.articleId, row]))
  for (const { key, stored } of edited) {
    const feed = followed.get(stored.articleId)
    if (feed) known.set(key, { ...stored, feedId: feed.feedId, hash: feed.hash })
  }
}

async function markHeld(tx: Db, known: Map<string, KnownArticle>, drafts: ItemDrafts): Promise<HeldItem[]> {
  if (known.size === 0) return []
  const unpublished = [...known].flatMap(([key, { kind }]) => (kind === 'tombstone' ? [key] : []))
  const held = await drafts.find(tx, { keys: unpublished, articleIds: articlesOf([...known.keys()], known) })
  const byId = new Map(held.map((item) => [item.articleId, item]))
  const byKey = new Map(held.flatMap((item) => item.keys.map((key) => [key, item])))
  for (const [key, stored] of known) {
    const item = stored.kind === 'article' ? byId.get(stored.articleId) : byKey.get(key)
    if (!item) continue
    const { keys: _, ...rest } = item
    known.set(key, { kind: 'held', ...rest })
  }
  return held
}

/** Returns the ids of the published articles with these keys, including those with a held change. */
function articlesOf(keys: readonly string[], known: ReadonlyMap<string, KnownArticle>): string[] {
  const ids = keys.flatMap((key) => {
    const stored = known.get(key)
    return stored && stored.kind !== 'tombstone' ? [stored.articleId] : []
  })
  return [...new Set(ids)]
}

async function findKeys(tx: Db, ids: string[], held: readonly HeldItem[]): Promise<Map<string, string[]>> {
  const keysOf = new Map(held.map(({ articleId, keys }) => [articleId, [...keys]]))
  if (ids.length === 0) return keysOf
  const rows = await tx
    .select({ key: articleIdentities.key, articleId: articleIdentities.articleId })
    .from(articleIdentities)
    .where(sql`${articleIdentities.articleId} = any(${sql.param(ids)}::uuid[])`)
  for (const { key, articleId } of rows) {
    if (articleId === null) continue
    const keys = keysOf.get(articleId)
    if (keys) keys.push(key)
    else keysOf.set(articleId, [key])
  }
  return keysOf
}

const COMPARED_ARTICLES = 20

/**
 * Finds the stored articles of a feed whose publisher has changed its host and its guids at once. Applies only if no item
 * of the feed is known, all items are on one host, and the latest articles are all on another. An item matches an article
 * with the same path, title and date; its key at the former host is added.
 *
 * @returns undefined if the feed has not moved
 */
export async function findMovedItems(
  tx: Db,
  items: readonly ItemWithHash[],
  { feedId, drafts }: { feedId: string; drafts: ItemDrafts },
): Promise<{ items: ItemWithHash[]; known: KnownItems } | undefined> {
  const [host, ...otherHosts] = new Set(items.flatMap(({ keys }) => keys.filter(isLinkKey).map(hostOfKey)))
  if (host === undefined || otherHosts.length > 0) return undefined
  const latest = await tx
    .select({ url: articles.sourceUrl })
    .from(articles)
    .where(eq(articles.feedId, feedId))
    .orderBy(desc(articles.publishedAt))
    .limit(COMPARED_ARTICLES)
  const [formerHost, ...otherFormerHosts] = new Set(
    latest.map(({ url }) => hostOfKey(linkKey(url ?? '') ?? '')),
  )
  if (!formerHost || formerHost === host || otherFormerHosts.length > 0) return undefined

  const former = new Map(
    items
      .filter(({ datedBySource }) => datedBySource)
      .map((item) => [item, item.keys.flatMap((key) => keyAtHost(key, formerHost))]),
  )
  const withKeys = (isKept: (item: ItemWithHash, key: string) => boolean) =>
    items.map((item) => {
      const movedKeys = (former.get(item) ?? []).filter((key) => isKept(item, key))
      return movedKeys.length > 0 ? { ...item, movedKeys } : item
    })
  const known = await findKnown(
    tx,
    withKeys(() => true),
    { feedId, drafts },
  )
  const isSameItem = (item: ItemWithHash, key: string) => {
    const [stored, record] = [known.byKey.get(key), known.records.get(key)]
    if (!stored || !record?.itemKey?.startsWith(feedKeyPrefix(feedId)) || record.isShared) return false
    return isMarkedAs(item, stored, record)
  }
  return { items: withKeys(isSameItem), known }
}

/** The home page identifies no article. */
function keyAtHost(key: string, host: string): string[] {
  const path = pathOfKey(key)
  return path.length > 1 ? [`link:${host}${path}`] : []
}

type Identity = {
  key: string
  articleId: string | null
  itemKey: string | null
  itemMark: string | null
}

type Context = { known: KnownItems; created: ReadonlyMap<Decision, string>; feedId: string | null }

/** @param context.created the ids of new articles */
export async function storeIdentities(
  tx: Db,
  decisions: readonly Decision[],
  context: Context,
): Promise<void> {
  await insertIdentities(tx, listIdentities(decisions, context))
  const claimed = decisions.flatMap(({ item, claimedKeys }) =>
    claimedKeys.map((key) => ({ key, articleId: null, ...describeItem(item, context) })),
  )
  if (claimed.length > 0) await claimIdentities(tx, claimed)
  const shared = new Set(decisions.flatMap(({ sharedKeys }) => sharedKeys))
  for (const key of shared) if (context.known.records.get(key)?.isShared) shared.delete(key)
  if (shared.size > 0)
    await tx.execute(
      sql`update article_identities set is_shared = true where key = any(${sql.param([...shared])}::text[])`,
    )
}

/** The identities of unpublished items have no article, like those of deleted ones. */
function listIdentities(decisions: readonly Decision[], context: Context): Identity[] {
  const { known, created } = context
  const unpublished = new Set(
    [...known.byKey.values()].flatMap((stored) =>
      stored.kind === 'held' && !stored.isPublished ? [stored.articleId] : [],
    ),
  )
  return decisions.flatMap((decision) => {
    const stored = 'articleId' in decision ? decision.articleId : null
    const articleId = created.get(decision) ?? (stored !== null && !unpublished.has(stored) ? stored : null)
    const described = describeItem(decision.item, context)
    return decision.newKeys.map((key) => ({
      key,
      articleId,
      ...(isLinkKey(key) ? described : { itemKey: null, itemMark: null }),
    }))
  })
}

function describeItem({ itemId, mark }: Decision['item'], { feedId }: Context) {
  return {
    itemKey: itemId === null || feedId === null ? null : feedKey(feedId, itemId),
    itemMark: feedId === null ? null : mark,
  }
}

async function insertIdentities(tx: Db, identities: readonly Identity[]): Promise<void> {
  if (identities.length === 0) return
  const column = (name: keyof Identity) => sql.param(identities.map((identity) => identity[name]))
  await tx.execute(sql`
    insert into article_identities (key, article_id, item_key, item_mark)
    select * from unnest(
      ${column('key')}::text[], ${column('articleId')}::uuid[], ${column('itemKey')}::text[], ${column('itemMark')}::text[]
    )
    on conflict do nothing`)
}

async function claimIdentities(tx: Db, identities: readonly Identity[]): Promise<void> {
  const column = (name: keyof Identity) => sql.param(identities.map((identity) => identity[name]))
  await tx.execute(sql`
    update article_identities stored set item_key = claimed.item_key, item_mark = claimed.item_mark
    from unnest(${column('key')}::text[], ${column('itemKey')}::text[], ${column('itemMark')}::text[])
      as claimed (key, item_key, item_mark)
    where stored.key = claimed.key and stored.item_key is null`)
}
