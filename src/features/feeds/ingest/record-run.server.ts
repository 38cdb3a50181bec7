import { randomUUID } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { DAY_MS } from '#kernel/time/durations.ts'
import { withAdvisoryLock } from '#platform/database/advisory-lock.server.ts'
import type { Database, Db } from '#platform/database/db.server.ts'
import { ingestRuns } from '#schema/feeds.ts'

type Report = Record<string, unknown>

/** `interrupted`: the process ended. */
export type RecordedRun =
  | { status: 'running' | 'failed' | 'interrupted'; startedAt: Date }
  | { status: 'finished'; startedAt: Date; finishedAt: Date; report: Report }

export const RUN_RETENTION_DAYS = 1

/** Adds the result when the run ends; until then, a lock shows that it is running. @returns its id */
export async function recordRun(
  { db, directUrl }: Pick<Database, 'db' | 'directUrl'>,
  { run, startedAt }: { run: Promise<Report>; startedAt: Date },
  signal: AbortSignal,
): Promise<string> {
  const id = randomUUID()
  const ended = run.catch(() => null)
  const recorded = Promise.withResolvers<string>()
  withAdvisoryLock(directUrl, lockKey(id), signal, async () => {
    await db
      .delete(ingestRuns)
      .where(lt(ingestRuns.startedAt, new Date(Date.now() - RUN_RETENTION_DAYS * DAY_MS)))
    await db.insert(ingestRuns).values({ id, startedAt })
    recorded.resolve(id)
    const report = await ended
    await db.update(ingestRuns).set({ finishedAt: sql`now()`, report }).where(eq(ingestRuns.id, id))
  }).catch(recorded.reject)
  return recorded.promise
}

export async function readRun(db: Db, id: string): Promise<RecordedRun | undefined> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ isFree: boolean }>(
      sql`select pg_try_advisory_xact_lock_shared(${lockKey(id)}) as "isFree"`,
    )
    const [run] = await tx.select().from(ingestRuns).where(eq(ingestRuns.id, id))
    if (!run) return undefined
    const { startedAt, finishedAt, report } = run
    if (finishedAt === null) return { status: rows[0]?.isFree ? 'interrupted' : 'running', startedAt }
    if (report === null) return { status: 'failed', startedAt }
    return { status: 'finished', startedAt, finishedAt, report }
  })
}

/** Keys of other locks are smaller. */
function lockKey(id: string): number {
  return 2 ** 40 + Number.parseInt(id.slice(0, 8), 16)
}
