import { desc, inArray, sql } from 'drizzle-orm'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Account } from '#features/accounts/rules/access.ts'
import { newestFirst } from '#features/articles/server/articles.server.ts'
import {
  containsWords,
  findMatchingArticles,
} from '#features/articles/server/find-matching-articles.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { TooBusyError } from '#platform/with-user-message.server.ts'
import { articles } from '#schema/articles.ts'

export type LinkTarget = { id: string; title: string; publishedAt: string }

/** The number that fits above an on-screen keyboard. */
const MAX_TARGETS = 6

/** Limits each person; nobody types so fast. */
const searches = new RateLimiterMemory({ points: 120, duration: 60 })

/**
 * Finds published articles: those with the words in the headline first, then newest first.
 *
 * @throws {TooBusyError} after 120 searches in a minute
 */
export async function findLinkTargets(db: Db, by: Pick<Account, 'id'>, q: string): Promise<LinkTarget[]> {
  await searches.consume(by.id).catch((refusal) => {
    throw refusal instanceof RateLimiterRes
      ? new TooBusyError('There are too many searches. Wait a minute and try again.')
      : refusal
  })
  const { ids } = await findMatchingArticles(db, q, {}, false)
  if (ids.length === 0) return []
  const { id, title, publishedAt } = articles
  const isInTitle = containsWords(sql`search_fold(lower(${title}))`, q) ?? sql`true`
  const rows = await db
    .select({ id, title, publishedAt })
    .from(articles)
    .where(inArray(id, ids))
    .orderBy(desc(isInTitle), ...newestFirst)
    .limit(MAX_TARGETS)
  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }))
}
