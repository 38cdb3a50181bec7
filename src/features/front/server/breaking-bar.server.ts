import { eq, gt, lte } from 'drizzle-orm'
import { listBreaking } from '#features/articles/server/articles.server.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Headline } from '#kernel/article.ts'
import { readShared } from '#platform/cache/shared-reads.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { breakingBar } from '#schema/front.ts'
import { type BreakingBar, type BreakingBarForm, refuseBarEnd } from '../rules/breaking-bar.ts'

/** Returns the bar that is shown; null if there is none, or it has ended. */
export async function findBreakingBar(
  db: Db,
  now: Date,
): Promise<(BreakingBar & { by: string | null }) | null> {
  const { text, link, endsAt } = breakingBar
  const [row] = await db
    .select({ text, link, endsAt, by: users.name })
    .from(breakingBar)
    .leftJoin(users, eq(users.id, breakingBar.by))
    .where(gt(endsAt, now))
  return row ? { ...row, endsAt: row.endsAt.toISOString() } : null
}

/**
 * Returns the bar, then the newest breaking articles. A bar without a link has an empty id: the ticker writes it as text, like
 * the headline of the article that is open.
 */
export async function listTicker(db: Db, now: Date): Promise<Headline[]> {
  const [bar, headlines] = await Promise.all([
    readShared('breaking-bar', 'breaking', () => findBreakingBar(db, now)),
    listBreaking(db),
  ])
  if (!bar) return headlines
  return [{ id: bar.link ? 'breaking-bar' : '', path: bar.link ?? '', title: bar.text }, ...headlines]
}

/** Shows a bar, which replaces an earlier one. */
export async function showBreakingBar(
  db: Db,
  by: Actor,
  { text, link, until }: BreakingBarForm,
  now: Date,
): Promise<{ kind: 'shown' } | { kind: 'refused'; reason: string }> {
  const endsAt = new Date(until)
  const reason = refuseBarEnd(endsAt, now)
  if (reason) return { kind: 'refused', reason }
  const bar = { text, link, endsAt, by: by.id, createdAt: now }
  await db.transaction(async (tx) => {
    await tx.insert(breakingBar).values(bar).onConflictDoUpdate({ target: breakingBar.id, set: bar })
    await recordAudit(tx, { by, action: 'breaking-bar.show', subject: text })
  })
  return { kind: 'shown' }
}

export async function endBreakingBar(db: Db, by: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const [ended] = await tx.delete(breakingBar).returning({ text: breakingBar.text })
    if (ended) await recordAudit(tx, { by, action: 'breaking-bar.end', subject: ended.text })
  })
}

/** Ends a bar whose time has passed. Several processes may call it concurrently. */
export async function expireBreakingBar(db: Db, now: Date): Promise<void> {
  await db.delete(breakingBar).where(lte(breakingBar.endsAt, now))
}
