import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { firstStartSteps } from '#schema/site.ts'

type OneTimeStep = 'sample edition'

/**
 * Runs a step once per database: concurrent processes wait for the unique key of the row that records it.
 *
 * @returns whether the step was run
 */
export async function runOnce(db: Db, name: OneTimeStep, step: (tx: Db) => Promise<void>): Promise<boolean> {
  const [done] = await db.select().from(firstStartSteps).where(eq(firstStartSteps.name, name))
  if (done) return false
  return db.transaction(async (tx) => {
    const [mine] = await tx.insert(firstStartSteps).values({ name }).onConflictDoNothing().returning()
    if (!mine) return false
    await step(tx)
    return true
  })
}
