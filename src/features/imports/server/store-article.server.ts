import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Actor } from '#features/audit/server/record-audit.server.ts'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { breakingOf, toColumns } from '#features/drafts/server/article-fields.server.ts'
import { replaceFields } from '#features/drafts/server/draft-document.server.ts'
import { appendRevision, lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { MAX_ARTICLE_TOPICS } from '#features/topics/rules/topic.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import { drafts, publications, revisions } from '#schema/newsroom.ts'

/** The state, dates and topics of an article. */
export type ArticleFacts = {
  state: 'draft' | 'scheduled' | 'published'
  createdAt: Date
  /** When it was or will be published. */
  publishedAt: Date
  /** Null unless it changed after its publication. */
  updatedAt: Date | null
  topicIds: readonly string[]
}

export type StoredArticle =
  | { kind: 'stored'; formHash: string }
  /** The article was not changed; `reason` is a sentence. */
  | { kind: 'kept'; reason: string }

/**
 * Adds an article with its draft, its first revision and its publication. Call it in a transaction. One statement stores all, since
 * triggers would otherwise update the draft and the list of articles after each.
 */
export async function addArticle(
  tx: Db,
  by: Actor,
  id: string,
  form: ArticleForm,
  facts: ArticleFacts,
): Promise<StoredArticle> {
  const { createdAt, updatedAt, publishedAt, state } = facts
  if ((await tx.$count(drafts, eq(drafts.id, id))) > 0)
    return { kind: 'kept', reason: 'An article with its id exists.' }
  const isPublished = state === 'published'
  const at = updatedAt ?? (isPublished ? publishedAt : createdAt)
  const revision = tx
    .$with('stored_revision')
    .as(tx.insert(revisions).values({ articleId: id, number: 1, kind: 'import', fields: form, at }))
  const article = tx.$with('stored_article').as(tx.insert(articles).values(articleOf(id, form, facts)))
  const publication = tx
    .$with('stored_publication')
    .as(tx.insert(publications).values(publicationOf(id, 1, by, at, facts)))
  const [draft] = await tx
    .with(revision, ...(isPublished ? [article] : []), ...(state === 'draft' ? [] : [publication]))
    .insert(drafts)
    .values({
      ...{ id, fields: form, lastRevision: 1, createdBy: by.id, createdAt, updatedBy: by.id, updatedAt: at },
      // As the triggers would derive them.
      ...{ status: state, isPublished, listedAt: isPublished ? publishedAt : at },
    })
    .returning({ formHash: drafts.formHash })
  await addTopics(tx, id, facts.topicIds)
  if (!draft) throw new Error('The draft was not stored')
  return { kind: 'stored', formHash: draft.formHash }
}

/**
 * Updates an article that has changed at the source, unless it was edited, withdrawn or deleted here. Call it in a transaction.
 *
 * @param storedHash the form hash after the last import
 */
export async function updateArticle(
  tx: Db,
  by: Actor,
  id: string,
  form: ArticleForm,
  facts: ArticleFacts,
  storedHash: string | null,
): Promise<StoredArticle> {
  const before = await lockDraft(tx, id)
  if (!before || before.draft.deletedAt) return { kind: 'kept', reason: 'It was deleted here.' }
  const { draft, article, done } = before
  if (!article && done?.kind === 'withdraw') return { kind: 'kept', reason: 'It was withdrawn here.' }
  if (draft.formHash !== storedHash) return { kind: 'kept', reason: 'It was edited here.' }
  if (article && facts.state !== 'published')
    return { kind: 'kept', reason: 'It is no longer published at the source, but still published here.' }
  const at = facts.updatedAt ?? facts.publishedAt
  await replaceFields(tx, id, form, at)
  const { publishedAt, updatedAt } = facts
  if (article)
    await tx
      .update(articles)
      .set({ ...toColumns(form, publishedAt, breakingOf(article)), publishedAt, updatedAt })
      .where(eq(articles.id, id))
  else if (facts.state === 'published') await tx.insert(articles).values(articleOf(id, form, facts))
  await tx
    .update(publications)
    .set({ state: 'cancelled', finishedAt: at })
    .where(
      sql`${publications.articleId} = ${id} and ${publications.state} = 'scheduled' and ${publications.kind} = 'publish'`,
    )
  await addRevision(tx, by, id, form, at, facts)
  await addTopics(tx, id, facts.topicIds)
  const [after] = await tx.select({ formHash: drafts.formHash }).from(drafts).where(eq(drafts.id, id))
  return { kind: 'stored', formHash: after?.formHash ?? '' }
}

async function addRevision(
  tx: Db,
  by: Actor,
  id: string,
  form: ArticleForm,
  at: Date,
  facts: ArticleFacts,
): Promise<void> {
  const revision = await appendRevision(tx, id, { kind: 'import', form, by: null, at, isNewest: true })
  if (facts.state !== 'draft')
    await tx.insert(publications).values(publicationOf(id, revision, by, at, facts))
}

function articleOf(id: string, form: ArticleForm, { publishedAt, updatedAt }: ArticleFacts) {
  return { ...toColumns(form, publishedAt, null), id, publishedAt, updatedAt, origin: 'editor' } as const
}

function publicationOf(
  articleId: string,
  revision: number,
  by: Actor,
  at: Date,
  { state, publishedAt }: ArticleFacts,
): typeof publications.$inferInsert {
  const ids = { id: randomUUID(), articleId, revision, by: by.id }
  const publication = { ...ids, kind: 'publish', createdAt: at } as const
  return state === 'published'
    ? { ...publication, state: 'done', plannedAt: at, finishedAt: at }
    : { ...publication, state: 'scheduled', plannedAt: publishedAt, nextAttemptAt: publishedAt }
}

/** Topics that have been deleted are left out. */
async function addTopics(tx: Db, id: string, topicIds: readonly string[]): Promise<void> {
  if (topicIds.length === 0) return
  const ids = sql.param(topicIds.slice(0, MAX_ARTICLE_TOPICS))
  await tx.execute(sql`
    insert into article_topics (article_id, topic_id)
    select ${id}::uuid, topics.id from topics where topics.id = any(${ids}::uuid[])
    on conflict do nothing`)
}
