import { desc, inArray } from 'drizzle-orm'
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

/** Per person; nobody types so fast. */
const searches = new RateLimiterMemory({ points: 120, duration: 60 })

/**
 * Published articles: those with the words in the headline first, then newest first. Without words, the newest.
 *
 * @throws TooBusyError
 */
export async function findLinkTargets(db: Db, by: Pick<Account, 'id'>, q: string): Promise<LinkTarget[]> {
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
    .where(found && inArray(id, found.ids))
    .orderBy(...(isInTitle ? [desc(isInTitle)] : []), ...newestFirst)
    .limit(MAX_TARGETS)
  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }))
}
