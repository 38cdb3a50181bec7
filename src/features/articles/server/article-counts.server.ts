import { eq, type SQL, sql } from 'drizzle-orm'
import type { Category } from '#kernel/category.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articleCounts } from '#schema/articles.ts'

const total = sql<number>`coalesce(sum(${articleCounts.articles}), 0)::int`

/** Does not read the articles. */
export async function countArticles(db: Db, category?: Category): Promise<number> {
  const ofCategory = category ? eq(articleCounts.category, category) : undefined
  const [row] = await db.select({ total }).from(articleCounts).where(ofCategory)
  return row?.total ?? 0
}

/** Months (`2026-11`, UTC) with articles, newest first. */
export function countArticlesByMonth(
  db: Db,
  category?: Category,
): Promise<{ month: string; articles: number }[]> {
  const month: SQL<string> = sql`to_char(${articleCounts.month}, 'YYYY-MM')`
  return db
    .select({ month, articles: total })
    .from(articleCounts)
    .where(category ? eq(articleCounts.category, category) : undefined)
    .groupBy(articleCounts.month)
    .having(sql`${total} > 0`)
    .orderBy(sql`${articleCounts.month} desc`)
}

/** Concurrent runs and writes are safe. */
export async function compactArticleCounts(db: Db): Promise<void> {
  await db.execute(sql`
    with changes as (delete from article_counts returning month, category, articles)
    insert into article_counts (month, category, articles)
    select month, category, sum(articles) from changes group by month, category having sum(articles) <> 0`)
}
