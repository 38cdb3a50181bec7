import { eq, sql } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { ACCESS_DENIED } from '#features/access/rules/access.ts'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { createSwitchSetting } from '#features/audit/server/switch-setting.server.ts'
import type { LiveState } from '#kernel/newsroom-states.ts'
import type { Db } from '#platform/database/db.server.ts'
import { ForbiddenError } from '#platform/http/with-user-message.server.ts'
import { articles } from '#schema/articles.ts'
import { livePosts } from '#schema/live.ts'
import { drafts } from '#schema/newsroom.ts'
import { canManageCoverage, refuseLiveState } from '../rules/live-access.ts'

/** The setting "Posts of contributors wait for an editor", which also applies to authors who post in articles of others. */
export const waitingPostsSetting = createSwitchSetting({
  name: 'live_posts_wait',
  auditName: 'livePostsWait',
  subject: 'Newsroom settings',
  isOnByDefault: true,
})

export const coverageColumns = {
  id: drafts.id,
  title: drafts.title,
  ownerId: drafts.ownerId,
  assigneeId: drafts.assigneeId,
  liveState: drafts.liveState,
  deletedAt: drafts.deletedAt,
  isPublished: sql<boolean>`exists (select from ${articles} where ${articles}.id = ${drafts}.id)`,
}

/** Locks the draft of an article, so that its posts are numbered without gaps. Returns undefined if it is deleted. */
export async function lockCoverage(tx: Db, id: string) {
  const [coverage] = await tx.select(coverageColumns).from(drafts).where(eq(drafts.id, id)).for('update')
  return coverage?.deletedAt ? undefined : coverage
}

export type Coverage = NonNullable<Awaited<ReturnType<typeof lockCoverage>>>

export function requireAccess(isAllowed: boolean): void {
  if (!isAllowed) throw new ForbiddenError(ACCESS_DENIED)
}

type LiveStateOutcome = { kind: 'changed' } | { kind: 'refused'; reasons: string[] } | { kind: 'gone' }

/** Starts, ends, resumes or turns off the live coverage of an article. Readers see it at once if the article is published. */
export async function setLiveState(
  db: Db,
  by: Account,
  { id, state }: { id: string; state: LiveState | null },
): Promise<LiveStateOutcome> {
  return db.transaction(async (tx) => {
    const coverage = await lockCoverage(tx, id)
    if (!coverage) return { kind: 'gone' }
    requireAccess(canManageCoverage(by, coverage))
    const changes = diffFields({ live: coverage.liveState ?? 'off' }, { live: state ?? 'off' })
    if (Object.keys(changes).length === 0) return { kind: 'changed' }
    const posts = await tx.$count(livePosts, eq(livePosts.articleId, id))
    const refusal = refuseLiveState(coverage.liveState, state, posts)
    if (refusal) return { kind: 'refused', reasons: [refusal] }
    await tx.update(drafts).set({ liveState: state }).where(eq(drafts.id, id))
    const subject = coverage.title || 'Untitled'
    await recordAudit(tx, { by, action: 'article.live', subjectId: id, subject, changes })
    return { kind: 'changed' }
  })
}
