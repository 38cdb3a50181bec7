import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type ArticleForm, EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { isTextDifferent, withFeedText } from '#features/drafts/rules/article-form.ts'
import { readFields, toForm } from '#features/drafts/server/article-fields.server.ts'
import { replaceFields } from '#features/drafts/server/draft-document.server.ts'
import { appendRevision, lockDraft, readState } from '#features/drafts/server/draft-state.server.ts'
import { findRevision } from '#features/drafts/server/revisions.server.ts'
import type { ItemWithHash } from '#features/feeds/ingest/hash-item.server.ts'
import type { ItemDrafts } from '#features/feeds/ingest/item-drafts.server.ts'
import { toTopicNames } from '#features/topics/rules/topic.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articleIdentities, articles } from '#schema/articles.ts'
import { feeds } from '#schema/feeds.ts'
import { drafts, feedVersions, heldItems, reviews, revisions } from '#schema/newsroom.ts'
import { deleteAtSource } from './deleted-items.server.ts'
import { closeFeedVersion, findFeedVersion, storeFeedVersion, withItem } from './feed-versions.server.ts'

/** The drafts of held items: the feed's text is an imported revision, submitted for review. */
export const itemDrafts: ItemDrafts = {
  deleteAtSource,

  find(tx, { keys, articleIds }) {
    const { articleId, feedId, itemHash: hash } = heldItems
    const isPublished = sql<boolean>`${articles.id} is not null`
    return tx
      .select({ articleId, feedId, hash, keys: heldItems.keys, isPublished })
      .from(heldItems)
      .innerJoin(drafts, eq(drafts.id, articleId))
      .leftJoin(articles, eq(articles.id, articleId))
      .where(
        and(
          or(inArray(articleId, articleIds), sql`${heldItems.keys} && ${sql.param(keys)}::text[]`),
          isNull(drafts.deletedAt),
        ),
      )
  },

  async findContent(tx, id) {
    const [draft] = await tx.select({ fields: drafts.fields }).from(drafts).where(eq(drafts.id, id))
    return draft ? readFields(draft.fields).content : null
  },

  async create(tx, items, { id: feedId, category }, now) {
    const created = items.map(({ item, keys }) => {
      const fields = withItem({ ...EMPTY_ARTICLE, category, language: item.language }, item)
      const held = { feedId, keys: [...keys], itemHash: item.hash, topics: toTopicNames(item.topics) }
      return { id: randomUUID(), fields, held }
    })
    const times = { createdAt: now, updatedAt: now }
    await tx
      .insert(drafts)
      .values(created.map(({ id, fields }) => ({ id, fields, lastRevision: 1, ...times })))
    const imported = { number: 1, kind: 'import', at: now } as const
    await tx
      .insert(revisions)
      .values(created.map(({ id, fields }) => ({ articleId: id, fields, ...imported })))
    await tx
      .insert(heldItems)
      .values(created.map(({ id, held }) => ({ articleId: id, revision: 1, ...held })))
    await tx.insert(reviews).values(created.map(({ id }) => submission(id, 1, now)))
  },

  async revise(tx, { articleId: id, item, keys }, feedId, now) {
    const state = await lockDraft(tx, id)
    // A scheduled publication is a decision. A later run offers the new text.
    if (!state || state.draft.deletedAt || state.scheduled) return false
    const [stored] = await tx.select().from(heldItems).where(eq(heldItems.articleId, id))
    // Withdrawn in the meantime.
    if (!stored && !state.article) return false
    const before = readFields(state.draft.fields)
    const texts = await findFeedTexts(tx, id, [stored?.revision, state.published?.revision])
    const isEdited = texts.every((text) => isTextDifferent(text, before))
    const form = withItem(before, item)
    const version = { articleId: id, feedId, hash: item.hash, form, at: now }
    await (isEdited ? storeFeedVersion : closeFeedVersion)(tx, version, true)
    const after = isEdited ? before : form
    const isRevised = isTextDifferent(before, after)
    let revision = isEdited ? null : state.draft.lastRevision
    if (isRevised) {
      const entry = { kind: 'import', form: after, by: null, at: now, isNewest: true } as const
      await replaceFields(tx, id, after, now)
      revision = await appendRevision(tx, id, entry)
    }
    const held = { feedId, itemHash: item.hash, revision, topics: toTopicNames(item.topics) }
    await tx
      .insert(heldItems)
      .values({ articleId: id, keys: [...keys], ...held })
      .onConflictDoUpdate({ target: heldItems.articleId, set: { ...held, keys: withKeys(keys) } })
    if (isRevised && revision !== null) await tx.insert(reviews).values(submission(id, revision, now))
    return isRevised
  },

  async addKeys(tx, id, keys) {
    await tx
      .update(heldItems)
      .set({ keys: withKeys(keys) })
      .where(eq(heldItems.articleId, id))
  },

  findFollowed(tx, articleIds) {
    const { articleId, feedId, itemHash: hash } = feedVersions
    return tx
      .select({ articleId, feedId, hash })
      .from(feedVersions)
      .where(inArray(articleId, [...articleIds]))
  },

  async offer(tx, { articleId, item }, feedId, at) {
    const stored = await findFeedVersion(tx, articleId)
    if (!stored) return
    const form = withItem(stored.form, item)
    await storeFeedVersion(tx, { articleId, feedId, hash: item.hash, form, at }, true)
  },

  async offerUpdates(tx, changed, feedId, now) {
    const items = new Map(changed.map(({ articleId, item }) => [articleId, item]))
    const edited = await tx
      .select({ id: drafts.id })
      .from(drafts)
      .where(and(sql`${drafts.id} = any(${sql.param([...items.keys()])}::uuid[])`, isNull(drafts.deletedAt)))
      // A fixed order prevents deadlocks. People may edit the drafts at the same time.
      .orderBy(drafts.id)
      .for('update')
    for (const { id } of edited) {
      const item = items.get(id)
      if (item) await offerUpdate(tx, { articleId: id, item }, feedId, now)
    }
  },
}

/** An unedited draft follows its article. One whose text is unedited receives the text now. */
async function offerUpdate(
  tx: Db,
  { articleId, item }: { articleId: string; item: ItemWithHash },
  feedId: string,
  at: Date,
): Promise<void> {
  const state = await readState(tx, articleId)
  if (!state?.article || !state.published) return
  const { draft, published, article } = state
  const form = readFields(draft.fields)
  const updated = withItem(form, item)
  const base = await findRevision(tx, articleId, published.revision)
  if (base && !isTextDifferent(base.form, form)) {
    await closeFeedVersion(tx, { articleId, hash: item.hash, form: updated }, true)
    if (draft.formHash !== published.formHash) await replaceFields(tx, articleId, updated, at)
    return
  }
  // The hash alone has changed.
  if (!isTextDifferent(withFeedText(form, toForm(article)), updated)) return
  await storeFeedVersion(tx, { articleId, feedId, hash: item.hash, form: updated, at }, true)
}

function submission(articleId: string, revision: number, at: Date) {
  return { id: randomUUID(), articleId, revision, kind: 'submit' as const, at }
}

function withKeys(keys: readonly string[]) {
  return sql`array(select distinct unnest(${heldItems.keys} || ${sql.param(keys)}::text[]))`
}

/** The texts of a feed: those of revisions, and a newer one that is not in the draft unless an editor took it. */
export async function findFeedTexts(
  tx: Db,
  articleId: string,
  numbers: readonly (number | null | undefined)[],
): Promise<ArticleForm[]> {
  const version = await findFeedVersion(tx, articleId)
  return [...(await findTexts(tx, articleId, numbers)), ...(version ? [version.form] : [])]
}

/** Skips null and undefined. */
async function findTexts(
  tx: Db,
  articleId: string,
  numbers: readonly (number | null | undefined)[],
): Promise<ArticleForm[]> {
  const existing = numbers.filter((number) => typeof number === 'number')
  const rows = await tx
    .select({ fields: revisions.fields })
    .from(revisions)
    .where(and(eq(revisions.articleId, articleId), inArray(revisions.number, existing)))
  return rows.map(({ fields }) => readFields(fields))
}

/** The effect of a publication on the feed of its article. */
type Decided = {
  /** The text is the feed's, which owns the article. */
  isFeedText: boolean
  feedId: string | null
  itemHash: string | null
  keys: string[]
}

const NO_FEED: Decided = { isFeedText: false, feedId: null, itemHash: null, keys: [] }

/** Call it in the transaction of the publication, before the article is written. */
export async function decideFeedText(tx: Db, id: string, form: ArticleForm, now: Date): Promise<Decided> {
  const [found] = await tx
    .select({ held: heldItems, version: feedVersions })
    .from(drafts)
    .leftJoin(heldItems, eq(heldItems.articleId, drafts.id))
    .leftJoin(feedVersions, eq(feedVersions.articleId, drafts.id))
    .where(eq(drafts.id, id))
  const { held = null, version = null } = found ?? {}
  const source = held ?? version
  if (!source) return NO_FEED
  // Locked before the item, as when a feed is deleted.
  const [feed] = source.feedId
    ? await tx.select({ id: feeds.id }).from(feeds).where(eq(feeds.id, source.feedId)).for('key share')
    : []
  const [imported] = await findTexts(tx, id, [held?.revision])
  if (held) await tx.delete(heldItems).where(eq(heldItems.articleId, id))
  const texts = [imported, version && readFields(version.fields)]
  const isFeedText = texts.some((text) => text && !isTextDifferent(text, form))
  const { itemHash } = source
  const keys = held?.keys ?? []
  if (isFeedText) await closeFeedVersion(tx, { articleId: id, hash: itemHash, form }, false)
  else if (held && feed && imported)
    await storeFeedVersion(
      tx,
      { articleId: id, feedId: feed.id, hash: itemHash, form: imported, at: now },
      false,
    )
  return { isFeedText, feedId: feed?.id ?? null, itemHash, keys }
}

/** Links the identity keys of a held item to its article, so that its feed recognises it. */
export async function linkKeys(tx: Db, articleId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const isUnlinked = and(isNull(articleIdentities.articleId), inArray(articleIdentities.key, [...keys]))
  await tx.update(articleIdentities).set({ articleId }).where(isUnlinked)
}
