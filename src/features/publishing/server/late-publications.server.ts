import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { notifyAdministrators, siteHost, siteUrl } from '#features/accounts/server/send-email.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { drafts, isLateAndUnnotified, publications } from '#schema/newsroom.ts'
import { type LatePublication, latePublicationEmail } from '../rules/late-publication-email.ts'

/** Newsroom §2, Publish. */
const LATE_AFTER_MS = 60_000
const MAX_LISTED = 100

const columns = {
  articleId: publications.articleId,
  title: drafts.title,
  kind: publications.kind,
  plannedAt: publications.plannedAt,
  publishedAt: publications.finishedAt,
  hasFailed: sql<boolean>`${publications.state} = 'failed'`,
}

/** Oldest first. Includes failed ones until another one is planned or done. */
export async function listLatePublications(db: Db, now: Date): Promise<LatePublication[]> {
  return db
    .select(columns)
    .from(publications)
    .innerJoin(drafts, eq(drafts.id, publications.articleId))
    .where(
      and(
        inArray(publications.state, ['scheduled', 'failed']),
        lt(publications.plannedAt, minuteBefore(now)),
        isNull(drafts.deletedAt),
        sql`(${publications.state} = 'scheduled' or not exists (select from publications later
          where later.article_id = ${publications.articleId} and later.seq > ${publications.seq}
            and (later.kind = 'publish' or later.state = 'done')))`,
      ),
    )
    .orderBy(asc(publications.plannedAt))
    .limit(MAX_LISTED)
}

/** Emails each administrator about late publications, once in all processes. */
export async function notifyOfLatePublications(db: Db, now: Date): Promise<LatePublication[]> {
  const late = await claimLatePublications(db, now)
  if (late.length === 0) return late
  await notifyAdministrators(
    db,
    latePublicationEmail(late, { host: siteHost(), editorUrl }),
    'The notice of late publications',
  )
  return late
}

/** Claims publications before the emails are sent, so that none is sent twice. */
async function claimLatePublications(db: Db, now: Date): Promise<LatePublication[]> {
  return db.transaction(async (tx) => {
    const claimed = await tx
      .update(publications)
      .set({ lateNotifiedAt: now })
      .where(and(isLateAndUnnotified(publications), lt(publications.plannedAt, minuteBefore(now))))
      .returning({ id: publications.id })
    if (claimed.length === 0) return []
    const ids = claimed.map(({ id }) => id)
    return tx
      .select(columns)
      .from(publications)
      .innerJoin(drafts, eq(drafts.id, publications.articleId))
      .where(inArray(publications.id, ids))
      .orderBy(asc(publications.plannedAt))
  })
}

function editorUrl(articleId: string): string {
  return siteUrl(`/admin/articles?article=${articleId}`)
}

function minuteBefore(now: Date): Date {
  return new Date(now.getTime() - LATE_AFTER_MS)
}
