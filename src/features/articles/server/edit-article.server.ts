import { hash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { changesOf } from '#features/accounts/rules/changes-of.ts'
import type { Account } from '#features/accounts/server/current-account.server.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import type { ArticleImage } from '#kernel/article.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import { feeds } from '#schema/feeds.ts'
import {
  ARTICLE_FIELDS,
  type ArticleErrors,
  type ArticleForm,
  checkArticle,
  tidyArticle,
} from '../rules/article-form.ts'
import { toArticleImage } from './articles.server.ts'

/** An article as the editor opens it. */
export type EditedArticle = {
  id: string
  form: ArticleForm
  /** Names this state of the form's fields: a save says which it was made from. */
  version: string
  /** ISO 8601, UTC. */
  publishedAt: string
  updatedAt: string | null
  image: ArticleImage | null
  /** The feed that owns the text, until an editor changes it; null for none. */
  feed: string | null
}

type SaveOutcome = { kind: 'saved'; id: string; version: string } | { kind: 'invalid'; errors: ArticleErrors }

export type UpdateOutcome =
  | SaveOutcome
  /** Somebody else has stored another state since: nothing was written. */
  | { kind: 'conflict'; theirs: ArticleForm; version: string }
  /** It was deleted meanwhile. */
  | { kind: 'gone' }

/** What a feed writes. Whoever changes one of these takes the text over, so that the feed leaves it alone. */
const FEED_FIELDS = ['title', 'summary', 'content', 'author', 'imageUrl', 'sourceUrl', 'sourceName'] as const

/** The article for its editor, or null when there is none. */
export async function findEditedArticle(db: Db, id: string): Promise<EditedArticle | null> {
  if (!isUuid(id)) return null
  const [found] = await db
    .select({ row: articles, feed: { title: feeds.title, url: feeds.url } })
    .from(articles)
    .leftJoin(feeds, eq(feeds.id, articles.feedId))
    .where(eq(articles.id, id))
  if (!found) return null
  const form = formOf(found.row)
  return {
    id,
    form,
    version: versionOf(form),
    publishedAt: found.row.publishedAt.toISOString(),
    updatedAt: found.row.updatedAt?.toISOString() ?? null,
    image: toArticleImage(form.imageUrl || null),
    feed: found.feed && (found.feed.title || found.feed.url),
  }
}

/**
 * Stores a new article, published at `now` (spec §3).
 *
 * @param given.id made by the editor: a save whose answer was lost is made again without a second article coming of it
 */
export async function createArticle(
  db: Db,
  by: Account,
  { id, form }: { id: string; form: ArticleForm },
  now: Date,
): Promise<UpdateOutcome> {
  const tidy = tidyArticle(form)
  const errors = checkArticle(tidy)
  if (Object.keys(errors).length > 0) return { kind: 'invalid', errors }
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(articles)
      .values({ ...columnsOf(tidy), id, publishedAt: now, origin: 'editor' })
      .onConflictDoNothing()
      .returning({ id: articles.id })
    const version = versionOf(tidy)
    if (!row) {
      const [stored] = await tx.select().from(articles).where(eq(articles.id, id))
      if (!stored) return { kind: 'gone' }
      const theirs = formOf(stored)
      const current = versionOf(theirs)
      return current === version
        ? { kind: 'saved', id, version }
        : { kind: 'conflict', theirs, version: current }
    }
    const changes = changesOf<ArticleForm>({}, tidy)
    await recordAudit(tx, { by, action: 'article.create', subjectId: id, subject: tidy.title, changes })
    return { kind: 'saved', id, version }
  })
}

/**
 * Stores an article as edited, unless it is not in the state any more in which the editor read it. A change of its text
 * makes it the editor's own: the feed that brought it does not write over it any more.
 *
 * @param edit.version of the state that the editor began with
 */
export async function updateArticle(
  db: Db,
  by: Account,
  { id, version, form }: { id: string; version: string; form: ArticleForm },
  now: Date,
): Promise<UpdateOutcome> {
  const tidy = tidyArticle(form)
  const errors = checkArticle(tidy)
  if (Object.keys(errors).length > 0) return { kind: 'invalid', errors }
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(articles).where(eq(articles.id, id)).for('update')
    if (!row) return { kind: 'gone' }
    const stored = formOf(row)
    const current = versionOf(stored)
    const saved = { kind: 'saved', id, version: versionOf(tidy) } as const
    // Also where somebody else has stored the very same.
    if (current === saved.version) return saved
    if (current !== version) return { kind: 'conflict', theirs: stored, version: current }
    const isRewritten = FEED_FIELDS.some((field) => stored[field] !== tidy[field])
    await tx
      .update(articles)
      .set({
        ...columnsOf(tidy),
        updatedAt: now,
        ...(isRewritten ? { origin: 'editor' as const, feedId: null } : {}),
      })
      .where(eq(articles.id, id))
    const changes = changesOf<ArticleForm>(stored, tidy)
    await recordAudit(tx, { by, action: 'article.update', subjectId: id, subject: tidy.title, changes })
    return saved
  })
}

type Row = typeof articles.$inferSelect

/** Tidy, since nobody has changed a field who left it as the form showed it. */
function formOf(row: Row): ArticleForm {
  return tidyArticle({
    title: row.title,
    category: row.category,
    author: row.author,
    sourceName: row.sourceName ?? '',
    summary: row.summary,
    content: row.content,
    imageUrl: row.imageUrl ?? '',
    sourceUrl: row.sourceUrl ?? '',
    isBreaking: row.isBreaking,
  })
}

function columnsOf(form: ArticleForm) {
  const { imageUrl, sourceUrl, sourceName, ...others } = form
  return {
    ...others,
    imageUrl: imageUrl || null,
    sourceUrl: sourceUrl || null,
    sourceName: sourceName || null,
  }
}

/** The same for the same fields: what a feed notes beside them is no change that an editor would lose. */
function versionOf(form: ArticleForm): string {
  return hash('sha256', JSON.stringify(ARTICLE_FIELDS.map((field) => form[field])), 'base64url')
}
