import { hash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Account } from '#features/accounts/rules/access.ts'
import { diffFields } from '#features/accounts/rules/diff-fields.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import { toArticleImage } from '#features/articles/server/articles.server.ts'
import type { ArticleImage } from '#kernel/article.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import { feeds } from '#schema/feeds.ts'
import { ARTICLE_FIELDS, type ArticleForm, articleDraftSchema } from '../rules/article-form.ts'

export type EditedArticle = {
  id: string
  form: ArticleForm
  /** A hash of the stored form, to detect conflicts. */
  version: string
  /** ISO 8601, UTC. */
  publishedAt: string
  updatedAt: string | null
  image: ArticleImage | null
  /** The feed that updates the text. */
  feed: string | null
}

export type SaveOutcome =
  | { kind: 'saved'; id: string; version: string }
  /** Nothing was written. */
  | { kind: 'conflict'; theirs: ArticleForm; version: string }
  /** The article was deleted. */
  | { kind: 'gone' }

export async function findEditedArticle(db: Db, id: string): Promise<EditedArticle | null> {
  if (!isUuid(id)) return null
  const [found] = await db
    .select({ row: articles, feed: { title: feeds.title, url: feeds.url } })
    .from(articles)
    .leftJoin(feeds, eq(feeds.id, articles.feedId))
    .where(eq(articles.id, id))
  if (!found) return null
  const form = toForm(found.row)
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
 * Creates an article, published at `now` (spec §3).
 *
 * @param input.id chosen by the client, so that a retried request does not create a second article
 * @param input.form parsed by `articleFormSchema`
 */
export async function createArticle(
  db: Db,
  by: Account,
  { id, form }: { id: string; form: ArticleForm },
  now: Date,
): Promise<SaveOutcome> {
  const version = versionOf(form)
  return db.transaction(async (tx) => {
    const [created] = await tx
      .insert(articles)
      .values({ ...toColumns(form), id, publishedAt: now, origin: 'editor' })
      .onConflictDoNothing()
      .returning({ id: articles.id })
    if (created) {
      const changes = diffFields<ArticleForm>({}, form)
      await recordAudit(tx, { by, action: 'article.create', subjectId: id, subject: form.title, changes })
      return { kind: 'saved', id, version }
    }
    const [row] = await tx.select().from(articles).where(eq(articles.id, id))
    if (!row) return { kind: 'gone' }
    const theirs = toForm(row)
    const current = versionOf(theirs)
    return current === version
      ? { kind: 'saved', id, version }
      : { kind: 'conflict', theirs, version: current }
  })
}

/**
 * Updates an article if its stored version is still `version`. A change to the text detaches it from its
 * feed.
 *
 * @param edit.form parsed by `articleFormSchema`
 */
export async function updateArticle(
  db: Db,
  by: Account,
  { id, version, form }: { id: string; version: string; form: ArticleForm },
  now: Date,
): Promise<SaveOutcome> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(articles).where(eq(articles.id, id)).for('update')
    if (!row) return { kind: 'gone' }
    const stored = toForm(row)
    const current = versionOf(stored)
    const saved = { kind: 'saved', id, version: versionOf(form) } as const
    if (current === saved.version) return saved
    if (current !== version) return { kind: 'conflict', theirs: stored, version: current }
    const isTextChanged = ARTICLE_FIELDS.some(
      (field) => field !== 'category' && field !== 'isBreaking' && stored[field] !== form[field],
    )
    await tx
      .update(articles)
      .set({
        ...toColumns(form),
        updatedAt: now,
        ...(isTextChanged ? { origin: 'editor' as const, feedId: null } : {}),
      })
      .where(eq(articles.id, id))
    const changes = diffFields<ArticleForm>(stored, form)
    await recordAudit(tx, { by, action: 'article.update', subjectId: id, subject: form.title, changes })
    return saved
  })
}

/** Normalised, so that saving an unchanged form changes nothing. */
function toForm(row: typeof articles.$inferSelect): ArticleForm {
  return articleDraftSchema.parse({
    ...row,
    sourceName: row.sourceName ?? '',
    imageUrl: row.imageUrl ?? '',
    sourceUrl: row.sourceUrl ?? '',
  })
}

function toColumns({ imageUrl, sourceUrl, sourceName, ...columns }: ArticleForm) {
  return {
    ...columns,
    imageUrl: imageUrl || null,
    sourceUrl: sourceUrl || null,
    sourceName: sourceName || null,
  }
}

/** Columns that only the feed changes cause no conflict. */
function versionOf(form: ArticleForm): string {
  return hash('sha256', JSON.stringify(ARTICLE_FIELDS.map((field) => form[field])), 'base64url')
}
