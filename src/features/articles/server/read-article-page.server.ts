import { findShareOrigin } from '#features/site/server/public-settings.server.ts'
import type { ArticleDetail } from '#kernel/article.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { writeShareLink } from '../rules/article-aside.ts'
import { findArticle, RELATED_SIZE } from './articles.server.ts'
import { findMostReadList } from './most-read.server.ts'
import { listRelatedByTopic } from './related-by-topic.server.ts'

/**
 * Returns an article with what its page shows around it: related articles, those of its topics before those of its
 * category, and the most read ones.
 *
 * @param post see `findArticle`
 * @returns null if it is not published
 */
export async function readArticlePage(db: Db, id: string, post?: string): Promise<ArticleDetail | null> {
  if (!isUuid(id)) return null
  const [article, onTopic, mostRead, shareOrigin] = await Promise.all([
    findArticle(db, id, post),
    listRelatedByTopic(db, id, RELATED_SIZE),
    findMostReadList(db, id),
    findShareOrigin(db),
  ])
  if (!article) return null
  const shareLink = writeShareLink({
    title: article.title,
    url: (shareOrigin ?? siteOrigin()) + article.path,
  })
  const known = new Set(onTopic.map((card) => card.id))
  const related = [...onTopic, ...article.related.filter((card) => !known.has(card.id))].slice(
    0,
    RELATED_SIZE,
  )
  return { ...article, related, aside: article.aside + shareLink + mostRead }
}
