import { desc, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { corrections } from '#schema/newsroom.ts'
import type { Correction } from '../rules/corrections.ts'

/** Lists the corrections of an article, newest first. */
export async function listCorrections(db: Db, articleId: string): Promise<Correction[]> {
  const rows = await db
    .select({ kind: corrections.kind, text: corrections.text, at: corrections.at })
    .from(corrections)
    .where(eq(corrections.articleId, articleId))
    .orderBy(desc(corrections.at), desc(corrections.id))
  return rows.map(({ at, ...correction }) => ({ ...correction, at: at.toISOString() }))
}
