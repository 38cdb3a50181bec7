import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { withdrawnKey } from '../rules/withdrawn-key.ts'

const MAX_ARTICLES = 500

/** Keys (`withdrawnKey`), newest withdrawal first. */
export async function listWithdrawn(db: Db): Promise<string[]> {
  addPageTags('articles')
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from deleted_articles where 'withdraw' = (
      select kind from publications
      where article_id = deleted_articles.id and state = 'done' order by seq desc limit 1
    ) order by deleted_at desc, id limit ${MAX_ARTICLES}`)
  return rows.map(({ id }) => withdrawnKey(id))
}
