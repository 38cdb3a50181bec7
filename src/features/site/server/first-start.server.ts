import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { firstStartSteps } from '#schema/site.ts'

type FirstStartStep = 'sample edition'

/**
 * Does `step` unless it was done before in this database. The note that it is done is written with the step's own
 * work in one transaction; processes that start together wait for each other on the note's key.
 */
export async function onFirstStart(
  db: Db,
  name: FirstStartStep,
  step: (tx: Db) => Promise<void>,
): Promise<boolean> {
  const [done] = await db.select().from(firstStartSteps).where(eq(firstStartSteps.name, name))
  if (done) return false
  return db.transaction(async (tx) => {
    const [mine] = await tx.insert(firstStartSteps).values({ name }).onConflictDoNothing().returning()
    if (!mine) return false
    await step(tx)
    return true
  })
}
