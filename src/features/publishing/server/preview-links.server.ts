import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, count, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { canEditDraft } from '#features/drafts/rules/draft-access.ts'
import { lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { writerCondition } from '#features/drafts/server/list-staff.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { requireReadableDraft } from '#features/drafts/server/revisions.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import type { Db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { users } from '#schema/accounts.ts'
import { drafts, previewLinks } from '#schema/newsroom.ts'
import { findDraft } from './find-draft.server.ts'

const LINK_LIFETIME_MS = 7 * DAY_MS
const MAX_LINKS_PER_ARTICLE = 20

/** `by` is a name. Times are ISO 8601, UTC. */
export type PreviewLink = { id: string; by: string; createdAt: string; expiresAt: string }

/** `url` contains the secret, which is not stored. */
export type CreateLinkOutcome =
  | { kind: 'created'; url: string }
  | { kind: 'refused'; reasons: string[] }
  | { kind: 'gone' }

/** A link works without an account, but only while the person who created it may write articles. */
const createdByWriter = and(eq(users.id, previewLinks.createdBy), writerCondition)

/**
 * Creates a link that shows the newest text of an article to anybody who has it, for 7 days. It ends earlier if the
 * person may no longer write articles.
 */
export async function createPreviewLink(
  db: Db,
  by: DraftActor,
  id: string,
  now: Date,
): Promise<CreateLinkOutcome> {
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    requireDraftAccess(canEditDraft(by, state.draft))
    await tx.delete(previewLinks).where(lte(previewLinks.expiresAt, now))
    const [existing] = await tx
      .select({ count: count() })
      .from(previewLinks)
      .innerJoin(users, createdByWriter)
      .where(eq(previewLinks.articleId, id))
    if ((existing?.count ?? 0) >= MAX_LINKS_PER_ARTICLE) {
      const reason = phrase('An article can have {max} preview links at most. Revoke one first.', {
        max: MAX_LINKS_PER_ARTICLE,
      })
      return { kind: 'refused', reasons: [reason] }
    }
    const token = randomBytes(32).toString('base64url')
    await tx.insert(previewLinks).values({
      id: randomUUID(),
      articleId: id,
      tokenHash: hashToken(token),
      createdBy: by.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_LIFETIME_MS),
    })
    const subject = state.draft.title || 'Untitled'
    await recordAudit(tx, { by, action: 'preview-link.create', subjectId: id, subject })
    return { kind: 'created', url: `${siteOrigin()}/preview/${token}` }
  })
}

/** Newest first, without those that have ended. @throws ForbiddenError */
export async function listPreviewLinks(
  db: Db,
  by: DraftActor,
  id: string,
  now: Date,
): Promise<PreviewLink[]> {
  await requireReadableDraft(db, by, id)
  const links = await db
    .select({
      id: previewLinks.id,
      by: users.name,
      createdAt: previewLinks.createdAt,
      expiresAt: previewLinks.expiresAt,
    })
    .from(previewLinks)
    .innerJoin(users, createdByWriter)
    .where(and(eq(previewLinks.articleId, id), gt(previewLinks.expiresAt, now)))
    .orderBy(desc(previewLinks.createdAt), desc(previewLinks.id))
  return links.map((link) => ({
    ...link,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
  }))
}

/** Also succeeds for a link that is already revoked. */
export async function revokePreviewLink(
  db: Db,
  by: DraftActor,
  { id, linkId }: { id: string; linkId: string },
): Promise<{ kind: 'revoked' } | { kind: 'gone' }> {
  return db.transaction(async (tx) => {
    const [draft] = await tx.select().from(drafts).where(eq(drafts.id, id))
    if (!draft) return { kind: 'gone' }
    requireDraftAccess(canEditDraft(by, draft))
    const revoked = await tx
      .delete(previewLinks)
      .where(and(eq(previewLinks.id, linkId), eq(previewLinks.articleId, id)))
      .returning({ id: previewLinks.id })
    const subject = draft.title || 'Untitled'
    if (revoked.length > 0)
      await recordAudit(tx, { by, action: 'preview-link.revoke', subjectId: id, subject })
    return { kind: 'revoked' }
  })
}

/** `imageId` is the article's id if its stored image is that of the form. */
export type SharedPreview = {
  linkId: string
  form: ArticleForm
  imageId: string | undefined
  isPublished: boolean
  expiresAt: Date
}

/** @returns null if the link is unknown or has ended, or the article is in the bin */
export async function findSharedPreview(db: Db, token: string, now: Date): Promise<SharedPreview | null> {
  const [link] = await db
    .select({ id: previewLinks.id, articleId: previewLinks.articleId, expiresAt: previewLinks.expiresAt })
    .from(previewLinks)
    .innerJoin(users, createdByWriter)
    .where(and(eq(previewLinks.tokenHash, hashToken(token)), gt(previewLinks.expiresAt, now)))
  const draft = link && (await findDraft(db, link.articleId))
  if (!link || !draft) return null
  return {
    linkId: link.id,
    form: draft.form,
    imageId: draft.isImagePublished ? draft.id : undefined,
    isPublished: draft.publishedAt !== null,
    expiresAt: link.expiresAt,
  }
}

/** For images of the page of a preview link. */
export function previewImageQuery(token: string): string {
  return `?${IMAGE_PARAMETER}=${encodeURIComponent(token)}`
}

const IMAGE_PARAMETER = 'preview'

/**
 * Whether an upload is an image of the article of a preview link.
 *
 * @param image.url with `previewImageQuery`
 */
export async function isUploadShared(
  db: Db,
  { url, name }: { url: string; name: string },
  now: Date,
): Promise<boolean> {
  const token = new URLSearchParams(url.split('?')[1]).get(IMAGE_PARAMETER)
  if (!token) return false
  const isImage = sql`upload_names(${drafts.fields} ->> 'imageUrl', '', ${drafts.fields} ->> 'content') @> array[${name}]`
  const [shared] = await db
    .select({ id: previewLinks.id })
    .from(previewLinks)
    .innerJoin(users, createdByWriter)
    .innerJoin(drafts, eq(drafts.id, previewLinks.articleId))
    .where(
      and(
        eq(previewLinks.tokenHash, hashToken(token)),
        gt(previewLinks.expiresAt, now),
        isNull(drafts.deletedAt),
        isImage,
      ),
    )
  return shared !== undefined
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
