import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import {
  type ArticleField,
  type ArticleForm,
  EMPTY_ARTICLE,
  isFeedField,
  mapFields,
} from '#features/drafts/rules/article-fields.ts'
import { articleDraftSchema, isTextDifferent, withFeedText } from '#features/drafts/rules/article-form.ts'
import { readFields, toForm } from '#features/drafts/server/article-fields.server.ts'
import { readState, replaceFields } from '#features/drafts/server/draft-state.server.ts'
import { findRevision } from '#features/drafts/server/revisions.server.ts'
import type { ItemDrafts } from '#features/feeds/ingest/item-drafts.server.ts'
import type { ItemWithHash } from '#features/feeds/ingest/known-article.ts'
import type { Db } from '#platform/database/db.server.ts'
import { drafts, feedVersions } from '#schema/newsroom.ts'

export type FeedVersion = {
  feedId: string
  hash: string
  form: ArticleForm
  isOffered: boolean
  at: Date
  deletedAt: Date | null
}

export async function findFeedVersion(db: Db, articleId: string): Promise<FeedVersion | null> {
  const [row] = await db.select().from(feedVersions).where(eq(feedVersions.articleId, articleId))
  if (!row) return null
  const { feedId, itemHash: hash, fields, isOffered, at, deletedAt } = row
  return { feedId, hash, form: readFields(fields), isOffered, at, deletedAt }
}

type NewVersion = { articleId: string; feedId: string; hash: string; form: ArticleForm; at: Date }

/**
 * Stores the newest text of a feed. A text that was dismissed is not offered again. A deletion remains until the feed sends a newer text.
 *
 * @param isNewer the edits are based on an earlier text
 */
export async function storeFeedVersion(tx: Db, version: NewVersion, isNewer: boolean): Promise<void> {
  const { articleId, feedId, hash: itemHash, form: fields, at } = version
  const stored = await findFeedVersion(tx, articleId)
  const isKnown = stored !== null && !isTextDifferent(stored.form, fields)
  const known = {
    feedId,
    itemHash,
    ...(isNewer && stored?.deletedAt && { isOffered: false, deletedAt: null }),
  }
  const isOffered = isNewer || (stored !== null && stored.deletedAt !== null && stored.isOffered)
  const values = isKnown ? known : { ...known, fields, isOffered, at }
  await tx
    .insert(feedVersions)
    .values({ articleId, feedId, itemHash, fields, isOffered: isNewer, at })
    .onConflictDoUpdate({ target: feedVersions.articleId, set: values })
}

/**
 * Call it when the newest text of the feed is that of the article or its draft. A deletion remains: its feed contains it for some time.
 *
 * @param isNewer a new item, which answers a deletion
 */
export async function closeFeedVersion(
  tx: Db,
  { articleId, hash: itemHash, form: fields }: Pick<NewVersion, 'articleId' | 'hash' | 'form'>,
  isNewer: boolean,
): Promise<void> {
  const isArticle = eq(feedVersions.articleId, articleId)
  await tx.delete(feedVersions).where(and(isArticle, isNull(feedVersions.deletedAt)))
  await tx
    .update(feedVersions)
    .set({ itemHash, fields, ...(isNewer && { isOffered: false }) })
    .where(isArticle)
}

export function withItem(form: ArticleForm, item: ItemWithHash): ArticleForm {
  const read = (name: ArticleField) => (isFeedField(name) ? (item[name] ?? EMPTY_ARTICLE[name]) : form[name])
  return articleDraftSchema.parse(mapFields(read))
}

/** The newer texts of articles that editors have changed. */
export const feedOffers: Pick<ItemDrafts, 'findFollowed' | 'offer' | 'offerUpdates'> = {
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
    if (draft.contentHash !== published.contentHash) await replaceFields(tx, articleId, updated, at)
    return
  }
  // The hash alone has changed.
  if (!isTextDifferent(withFeedText(form, toForm(article)), updated)) return
  await storeFeedVersion(tx, { articleId, feedId, hash: item.hash, form: updated, at }, true)
}
