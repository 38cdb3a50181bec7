import { and, desc, eq, isNotNull, lt, lte, ne, sql } from 'drizzle-orm'
import type { Correction } from '#features/articles/rules/corrections.ts'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { toNumberedPage } from '#platform/database/keyset.server.ts'
import { users } from '#schema/accounts.ts'
import { drafts, publications, revisions } from '#schema/newsroom.ts'
import type { ArticleForm } from '../rules/article-fields.ts'
import { canEditDraft, canReadDraft } from '../rules/draft-access.ts'
import type { PublicationState } from '../rules/publish-labels.ts'
import { readFields } from './article-fields.server.ts'
import type { RevisionKind } from './draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from './require-draft-access.server.ts'

const PAGE_SIZE = 100

/** `by` is a name; null for imported texts and deleted accounts. `at` is ISO 8601, UTC. */
export type RevisionEntry = {
  number: number
  kind: RevisionKind
  by: string | null
  at: string
  note: string
  publication: PublicationState | null
}

type Revision = RevisionEntry & { form: ArticleForm; formHash: string }

const entryColumns = {
  number: revisions.number,
  kind: revisions.kind,
  by: users.name,
  at: revisions.at,
  note: revisions.note,
  publication: sql<PublicationState | null>`(select ${publications.state} from ${publications}
    where ${publications.articleId} = ${revisions.articleId} and ${publications.revision} = ${revisions.number}
    order by ${publications.seq} desc limit 1)`,
}

/** @throws ForbiddenError */
export async function requireReadableDraft(db: Db, by: DraftActor, id: string): Promise<void> {
  const { ownerId, assigneeId } = drafts
  const [draft] = isUuid(id)
    ? await db.select({ ownerId, assigneeId }).from(drafts).where(eq(drafts.id, id))
    : []
  requireDraftAccess(canReadDraft(by, draft ?? { ownerId: null, assigneeId: null }))
}

/**
 * Newest first.
 *
 * @param before the last number of the previous page
 */
export async function listRevisions(
  db: Db,
  id: string,
  before?: number,
): Promise<{ revisions: RevisionEntry[]; next: number | null }> {
  if (!isUuid(id)) return { revisions: [], next: null }
  const rows = await db
    .select(entryColumns)
    .from(revisions)
    .leftJoin(users, eq(users.id, revisions.by))
    .where(and(eq(revisions.articleId, id), before ? lt(revisions.number, before) : undefined))
    .orderBy(desc(revisions.number))
    .limit(PAGE_SIZE + 1)
  const { items, next } = toNumberedPage(rows, PAGE_SIZE, ({ number }) => number)
  return { revisions: items.map((row) => ({ ...row, at: row.at.toISOString() })), next }
}

export async function findRevision(db: Db, id: string, number: number): Promise<Revision | null> {
  if (!isUuid(id)) return null
  const [row] = await db
    .select({ ...entryColumns, fields: revisions.fields, formHash: revisions.formHash })
    .from(revisions)
    .leftJoin(users, eq(users.id, revisions.by))
    .where(and(eq(revisions.articleId, id), eq(revisions.number, number)))
  if (!row) return null
  const { fields, at, ...entry } = row
  return { ...entry, at: at.toISOString(), form: readFields(fields) }
}

/** Lists the corrections that readers saw with a published revision, newest first. */
export async function listCorrectionsOfRevision(db: Db, id: string, number: number): Promise<Correction[]> {
  const { correctionKind: kind, reason: text, plannedAt: at } = publications
  const isEarlier = and(
    eq(publications.articleId, id),
    eq(publications.state, 'done'),
    isNotNull(kind),
    lte(publications.revision, number),
  )
  const rows = await db
    .select({ kind, text, at })
    .from(publications)
    .where(isEarlier)
    .orderBy(desc(publications.seq))
  return rows.flatMap(({ kind, text, at }) => (kind ? [{ kind, text, at: at.toISOString() }] : []))
}

/** ISO 8601. `updatedAt` is null if readers saw no "Updated". */
export type RevisionTimes = { publishedAt: string; updatedAt: string | null }

/** Returns the times that readers saw with a revision; null if it was not published. */
export async function findTimesOfRevision(db: Db, id: string, number: number): Promise<RevisionTimes | null> {
  const { rows } = await db.execute<{ publishedAt: string; changedAt: string }>(sql`
    select first.at as "publishedAt", max(p.planned_at) filter (where p.update_kind is distinct from 'minor') as "changedAt"
    from publications p, lateral (
      select coalesce(
        (select published_at from articles where articles.id = p.article_id),
        (select (row->>'published_at')::timestamptz from deleted_articles where deleted_articles.id = p.article_id)
      ) as at
    ) first
    where p.article_id = ${id} and p.state = 'done' and p.kind = 'publish' and p.revision <= ${number}
    group by first.at having bool_or(p.revision = ${number}) and first.at is not null`)
  const [row] = rows
  if (!row) return null
  const [publishedAt, changedAt] = [new Date(row.publishedAt), new Date(row.changedAt)]
  const updatedAt = row.changedAt && changedAt > publishedAt ? changedAt.toISOString() : null
  return { publishedAt: publishedAt.toISOString(), updatedAt }
}

/** Names a revision. The note of a submitted one is for the reviewer, and stays. */
export async function nameRevision(
  db: Db,
  by: DraftActor,
  { id, number, name }: { id: string; number: number; name: string },
): Promise<{ kind: 'named' } | { kind: 'gone' }> {
  return db.transaction(async (tx) => {
    const [draft] = await tx.select().from(drafts).where(eq(drafts.id, id)).for('update')
    if (!draft || draft.deletedAt) return { kind: 'gone' }
    requireDraftAccess(canEditDraft(by, draft))
    const revision = and(
      eq(revisions.articleId, id),
      eq(revisions.number, number),
      ne(revisions.kind, 'submit'),
    )
    const [before] = await tx.select({ note: revisions.note }).from(revisions).where(revision)
    if (!before) return { kind: 'gone' }
    if (before.note === name) return { kind: 'named' }
    await tx.update(revisions).set({ note: name }).where(revision)
    const subject = draft.title || 'Untitled'
    const changes = diffFields(before, { note: name })
    await recordAudit(tx, { by, action: 'draft.name-revision', subjectId: id, subject, changes })
    return { kind: 'named' }
  })
}
