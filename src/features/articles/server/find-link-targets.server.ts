import { and, desc, inArray, ne, sql } from 'drizzle-orm'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Account } from '#features/access/rules/access.ts'
import type { Db } from '#platform/database/db.server.ts'
import { folded } from '#platform/database/folded-text.server.ts'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { articles } from '#schema/articles.ts'
import { newestFirst } from './articles.server.ts'
import { containsWords, findMatchingArticles } from './find-matching-articles.server.ts'

type LinkTarget = { id: string; title: string; publishedAt: string }

/** Fits above an on-screen keyboard. */
const MAX_TARGETS = 6

/** Per person. No one types this fast. */
const searches = new RateLimiterMemory({ points: 120, duration: 60 })

/** Whether an article is the paper's own: those of other publishers may not be sent. */
const isOwnArticle = and(
  ne(articles.origin, 'feed'),
  sql`btrim(coalesce(${articles.sourceUrl}, '') || coalesce(${articles.sourceName}, '')) = ''`,
)

/**
 * Published articles: those with the words in the headline first, then newest first. Without words, the newest.
 *
 * @param options.isOwn leaves out those of other publishers
 * @throws TooBusyError
 */
export async function findLinkTargets(
  db: Db,
  by: Pick<Account, 'id'>,
  q: string,
  { isOwn = false } = {},
): Promise<LinkTarget[]> {
  await searches.consume(by.id).catch((refusal) => {
    throw refusal instanceof RateLimiterRes
      ? new TooBusyError('Too many searches. Please wait a minute and try again.')
      : refusal
  })
  const found = q ? await findMatchingArticles(db, q, {}, false) : undefined
  if (found?.ids.length === 0) return []
  const { id, title, publishedAt } = articles
  const isInTitle = containsWords(folded(title), q)
  const rows = await db
    .select({ id, title, publishedAt })
    .from(articles)
    .where(and(found && inArray(id, found.ids), isOwn ? isOwnArticle : undefined))
    .orderBy(...(isInTitle ? [desc(isInTitle)] : []), ...newestFirst)
    .limit(MAX_TARGETS)
  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }))
}
