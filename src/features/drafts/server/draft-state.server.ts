import { randomUUID } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { REVISION_KINDS } from '#kernel/newsroom-states.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import { drafts, publications, reviews, revisions } from '#schema/newsroom.ts'
import type { ArticleForm } from '../rules/article-fields.ts'
import type { DraftUser } from '../rules/draft-access.ts'
import type { DraftFacts } from '../rules/draft-status.ts'
import { hashForm, readFields, toForm } from './article-fields.server.ts'
import { replaceFields } from './draft-document.server.ts'

export type RevisionKind = (typeof REVISION_KINDS)[number]
export type DraftState = NonNullable<Awaited<ReturnType<typeof readState>>>

/** The subqueries are built once, since building one takes longer than executing it. */
const queries = new QueryBuilder()
// With limits, PostgreSQL plans the joins one by one: planning the order of ten tables takes longer than reading them.
const done = queries
  .select()
  .from(publications)
  .where(and(eq(publications.articleId, drafts.id), eq(publications.state, 'done')))
  .orderBy(desc(publications.seq))
  .limit(1)
  .as('done')
const published = queries
  .select({ number: revisions.number, formHash: revisions.formHash })
  .from(publications)
  .innerJoin(
    revisions,
    and(eq(revisions.articleId, publications.articleId), eq(revisions.number, publications.revision)),
  )
  .where(
    and(
      eq(publications.articleId, drafts.id),
      eq(publications.state, 'done'),
      eq(publications.kind, 'publish'),
    ),
  )
  .orderBy(desc(publications.seq))
  .limit(1)
  .as('published')
const scheduled = selectScheduled('publish').as('scheduled')
const ending = selectScheduled('withdraw').as('ending')
const review = queries
  .select()
  .from(reviews)
  .where(eq(reviews.articleId, drafts.id))
  .orderBy(desc(reviews.seq))
  .limit(1)
  .as('review')
const STATE_FIELDS = {
  draft: drafts,
  article: articles,
  done: { ...done._.selectedFields },
  published: { revision: published.number, formHash: published.formHash },
  scheduled: { ...scheduled._.selectedFields },
  /** The scheduled withdrawal. */
  ending: { ...ending._.selectedFields },
  review: { ...review._.selectedFields },
  reviewedHash: revisions.formHash,
}

export async function readState(db: Db, id: string) {
  const [state] = await db
    .select(STATE_FIELDS)
    .from(drafts)
    .leftJoin(articles, eq(articles.id, drafts.id))
    .leftJoinLateral(done, sql`true`)
    .leftJoinLateral(published, sql`true`)
    .leftJoinLateral(scheduled, sql`true`)
    .leftJoinLateral(ending, sql`true`)
    .leftJoinLateral(review, sql`true`)
    .leftJoin(revisions, and(eq(revisions.articleId, drafts.id), eq(revisions.number, review.revision)))
    .where(eq(drafts.id, id))
  return state
}

function selectScheduled(kind: 'publish' | 'withdraw') {
  return queries
    .select()
    .from(publications)
    .where(
      and(
        eq(publications.articleId, drafts.id),
        eq(publications.state, 'scheduled'),
        eq(publications.kind, kind),
      ),
    )
    .limit(1)
}

export function factsOf({
  draft,
  article,
  done,
  published,
  scheduled,
  review,
  reviewedHash,
}: DraftState): DraftFacts {
  const { summary, content } = readFields(draft.fields)
  return {
    formHash: draft.formHash,
    isEmpty: summary === '' && content === '',
    hasAssignee: draft.assigneeId !== null,
    isPublished: article !== null,
    isWithdrawn: article === null && done?.kind === 'withdraw',
    published,
    isScheduled: scheduled !== null,
    review: review && { kind: review.kind, revision: review.revision, formHash: reviewedHash ?? '' },
  }
}

/**
 * Locks a draft and its article until the end of the transaction; creates the draft of a feed article. All changes to
 * an article in the newsroom lock it first.
 *
 * @returns null if neither exists
 */
export async function lockDraft(tx: Db, id: string): Promise<DraftState | null> {
  if (!(await lockRow(tx, id))) {
    const [article] = await tx.select().from(articles).where(eq(articles.id, id))
    if (!article) return null
    // Completed by importPublished. Others may do this concurrently.
    const { publishedAt: createdAt } = article
    await tx
      .insert(drafts)
      .values({ id, fields: toForm(article), createdAt })
      .onConflictDoNothing()
    if (!(await lockRow(tx, id))) return null
  }
  await tx.select({ id: articles.id }).from(articles).where(eq(articles.id, id)).for('update')
  const state = await readState(tx, id)
  if (!state) return null
  const isEdited = state.draft.lastRevision > 0 && state.draft.formHash !== state.published?.formHash
  return isEdited || state.draft.deletedAt ? state : importPublished(tx, state)
}

/**
 * Creates and locks a draft of the person, unless a draft or article has its id.
 *
 * @param draft.id chosen by the client, so that a retry creates one draft
 */
export async function createDraft(
  tx: Db,
  by: DraftUser,
  { id, fields }: { id: string; fields: ArticleForm },
  now: Date,
): Promise<DraftState | null> {
  const existing = await lockDraft(tx, id)
  if (existing) return existing
  const values = {
    id,
    fields,
    ownerId: by.id,
    createdBy: by.id,
    updatedBy: by.id,
    createdAt: now,
    updatedAt: now,
  }
  await tx.insert(drafts).values(values).onConflictDoNothing()
  return lockDraft(tx, id)
}

async function lockRow(tx: Db, id: string): Promise<boolean> {
  const locked = await tx.select({ id: drafts.id }).from(drafts).where(eq(drafts.id, id)).for('update')
  return locked.length > 0
}

/** Adds a revision if a feed or a command has changed the published text, which also replaces the text of an unedited draft. */
export async function importPublished(tx: Db, state: DraftState): Promise<DraftState> {
  const { draft, article } = state
  if (!article) return state
  const form = toForm(article)
  const isUnedited = draft.lastRevision === 0 || draft.formHash === state.published?.formHash
  if ((await hashForm(tx, form)) === state.published?.formHash) return state
  const at = article.updatedAt ?? article.publishedAt
  const laterEditors = isUnedited ? [] : await findAuthors(tx, state)
  const imported = { kind: 'import', form, by: null, at, isNewest: isUnedited, laterEditors } as const
  const revision = await appendRevision(tx, draft.id, imported)
  await tx.insert(publications).values({
    id: randomUUID(),
    articleId: draft.id,
    kind: 'publish',
    revision,
    state: 'done',
    plannedAt: at,
    finishedAt: at,
    createdAt: at,
  })
  if (isUnedited) await replaceFields(tx, draft.id, form, at)
  return (await readState(tx, draft.id)) ?? state
}

/** Adds people to those who edited since the newest revision. */
export function withEditors(...people: (string | null)[]) {
  const added = sql.param(people.filter((id) => id !== null))
  return sql`array(select distinct unnest(${drafts.editedBy} || ${added}::uuid[]))`
}

/** Lists everybody who wrote part of the unpublished text: of all of it if the article is withdrawn. */
export async function findAuthors(
  tx: Db,
  { draft, article, published }: Pick<DraftState, 'draft' | 'article' | 'published'>,
): Promise<string[]> {
  const after = article ? (published?.revision ?? 0) : 0
  return [...draft.editedBy, ...(await findRevisionAuthors(tx, draft.id, { after }))]
}

/** Lists those who wrote revisions, up to `until` if given. Whoever saves the edits of others is not among them. */
export async function findRevisionAuthors(
  tx: Db,
  id: string,
  { after, until = null }: { after: number; until?: number | null },
): Promise<string[]> {
  const { rows } = await tx.execute<{ person: string }>(sql`
    select distinct person from (
      select number, kind, by, edited_by, form_hash, lag(form_hash) over (order by number) as previous
      from revisions where article_id = ${id} and number >= ${after}
    ) as revision, unnest(case when edited_by = '{}' then array[by] else edited_by end) as person
    where number > ${after} and (${until}::int is null or number <= ${until})
      and (kind = 'restore' or form_hash is distinct from previous) and person is not null`)
  return rows.map(({ person }) => person)
}

/**
 * Stores edits since the newest revision, by the person of the latest edit.
 *
 * @param form the whole text of the draft
 * @returns the number of the revision with it
 */
export async function storeNewestRevision(
  tx: Db,
  { draft }: Pick<DraftState, 'draft'>,
  form: ArticleForm,
  at: Date,
): Promise<number> {
  const { id: articleId, lastRevision: number } = draft
  const [last] = await tx
    .select({ formHash: revisions.formHash })
    .from(revisions)
    .where(and(eq(revisions.articleId, articleId), eq(revisions.number, number)))
  if (last?.formHash === draft.formHash) return number
  const by = { id: draft.updatedBy }
  return appendRevision(tx, articleId, { kind: 'autosave', form, by, at, isNewest: true })
}

/**
 * @param entry.isNewest the revision contains all edits
 * @param entry.laterEditors who made the others
 * @returns its number
 */
export async function appendRevision(
  tx: Db,
  articleId: string,
  entry: {
    kind: RevisionKind
    form: ArticleForm
    by: Pick<DraftUser, 'id'> | null
    at: Date
    note?: string
    isNewest: boolean
    laterEditors?: readonly string[]
  },
): Promise<number> {
  const { kind, form, by, at, note, isNewest, laterEditors = [] } = entry
  const before = tx
    .select({ id: drafts.id, editedBy: drafts.editedBy })
    .from(drafts)
    .where(eq(drafts.id, articleId))
    .for('update')
    .as('before')
  const [row] = await tx
    .update(drafts)
    .set({
      lastRevision: sql`${drafts.lastRevision} + 1`,
      editedBy: isNewest ? [] : withEditors(...laterEditors),
    })
    .from(before)
    .where(eq(drafts.id, before.id))
    .returning({ number: drafts.lastRevision, editedBy: before.editedBy })
  if (!row) throw new Error(`There is no draft ${articleId}`)
  const { number, editedBy } = row
  await tx.insert(revisions).values({
    articleId,
    number,
    kind,
    fields: form,
    by: by?.id ?? null,
    at,
    note,
    editedBy: kind === 'import' && !isNewest ? [] : editedBy,
  })
  return number
}
