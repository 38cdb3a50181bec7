import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { cdnPurges, cdnState } from '#schema/cdn.ts'

/** Recorded instead of a change. */
export const EVERYTHING = { cdn: 'everything' } as const
export type BuildChange = { cdn: 'build'; build: string }

/** `waiting` counts the changes that have not been purged yet; `oldestAt` is the time of the oldest. */
export type PurgeState = {
  waiting: number
  oldestAt: Date | null
  failingSince: Date | null
  error: string | null
}

/**
 * Records changes for this CDN from now on. Purges everything if it is a new one, and, after an upgrade, the pages of the
 * previous build, which other processes may have sent since.
 *
 * @param cdn undefined without a CDN
 */
export async function configureCdn(
  db: Db,
  cdn: { target: string; build: string } | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [state] = await tx.select().from(cdnState).for('update')
    if (!cdn) {
      if (!state) return
      await tx.delete(cdnState)
      await tx.delete(cdnPurges)
      return
    }
    if (state?.target !== cdn.target) {
      await tx.delete(cdnState)
      await tx.insert(cdnState).values(cdn).onConflictDoNothing()
      await tx.insert(cdnPurges).values({ change: EVERYTHING })
      return
    }
    const isUpgrade = state.build !== cdn.build
    const previousBuild = isUpgrade ? state.build : state.previousBuild
    if (isUpgrade) await tx.update(cdnState).set({ build: cdn.build, previousBuild })
    if (previousBuild === null) return
    const change: BuildChange = { cdn: 'build', build: previousBuild }
    await tx.insert(cdnPurges).values({ change })
  })
}

/** Returns null without a CDN. */
export async function findPurgeState(db: Db): Promise<PurgeState | null> {
  const [state] = await db.select().from(cdnState)
  if (!state) return null
  const [unsent] = await db
    .select({
      waiting: sql<number>`count(*)::int`,
      oldestAt: sql<Date | null>`min(${cdnPurges.createdAt})`.mapWith(cdnPurges.createdAt),
    })
    .from(cdnPurges)
    .where(eq(cdnPurges.sent, 0))
  return {
    waiting: unsent?.waiting ?? 0,
    oldestAt: unsent?.oldestAt ?? null,
    failingSince: state.failingSince,
    error: state.error,
  }
}

/** Returns the age in seconds of the oldest change that has not been purged; 0 if there is none, NaN without a CDN. */
export async function findPurgeAge(db: Db, now: Date): Promise<number> {
  const state = await findPurgeState(db)
  if (!state) return Number.NaN
  return state.oldestAt ? Math.max(0, (now.getTime() - state.oldestAt.getTime()) / 1_000) : 0
}
