import { and, eq, isNull } from 'drizzle-orm'
import {
  type ArticleField,
  type ArticleForm,
  EMPTY_ARTICLE,
  isFeedField,
  mapFields,
} from '#features/drafts/rules/article-fields.ts'
import { articleDraftSchema, isTextDifferent } from '#features/drafts/rules/article-form.ts'
import { readFields } from '#features/drafts/server/article-fields.server.ts'
import type { ItemWithHash } from '#features/feeds/ingest/hash-item.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { feedVersions } from '#schema/newsroom.ts'

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
