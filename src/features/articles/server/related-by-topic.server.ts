import { sql } from 'drizzle-orm'
import type { ArticleCard } from '#kernel/article.ts'
import type { Db } from '#platform/database/db.server.ts'
import { hasOneOfIds } from '#platform/database/match-ids.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { articles } from '#schema/articles.ts'
import { cardColumns, toCard } from './articles.server.ts'

/** The maximum number of candidates for each topic, which keeps the query fast. */
const CANDIDATES = 20

/**
 * Lists published articles that share topics with an article, those that share the most first, then the newest. Pages
 * that show them are dropped when a list of one of its topics changes.
 */
export async function listRelatedByTopic(db: Db, articleId: string, limit: number): Promise<ArticleCard[]> {
  const { rows } = await db.execute<{ slugs: string[]; ids: string[] }>(sql`
    with own as (
      select topics.id, topics.slug from article_topics join topics on topics.id = topic_id
      where article_id = ${articleId}
    ), shared as (
      select other.article_id, count(*) as topics, max(other.published_at) as published_at
      from own cross join lateral (
        select article_id, published_at from article_topics
        where topic_id = own.id and published_at is not null and article_id <> ${articleId}
        order by published_at desc, article_id desc limit ${CANDIDATES}
      ) as other
      group by other.article_id order by topics desc, published_at desc, article_id desc limit ${limit}
    )
    select array(select slug from own) as slugs,
      array(select article_id from shared order by topics desc, published_at desc, article_id desc)::text[] as ids`)
  const { slugs = [], ids = [] } = rows[0] ?? {}
  addPageTags(...slugs.map((slug) => `topic:${slug}` as const))
  if (ids.length === 0) return []
  const found = await db.select(cardColumns).from(articles).where(hasOneOfIds(articles.id, ids))
  return found.map(toCard).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
