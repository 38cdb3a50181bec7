import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { articlePath } from '#kernel/article-path.ts'
import type { ReaderTag } from '#kernel/cache-tags.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { beforeDeadline } from '#platform/database/response-deadline.ts'

/** `path` is unknown if the database does not respond. `reason` is public, and may be blank. */
export type ArticleAvailability =
  | { kind: 'published'; path?: string }
  | { kind: 'withdrawn'; reason: string }
  | { kind: 'missing' }

export async function findAvailability(db: Db, id: string): Promise<ArticleAvailability> {
  if (!isUuid(id)) return { kind: 'missing' }
  const { rows } = await db.execute<{ title: string | null; slug: string | null; reason: string | null }>(sql`
    select articles.title, articles.slug, (
      select case kind when 'withdraw' then reason end from publications
      where article_id = ${id} and state = 'done' order by seq desc limit 1
    ) as reason
    from (select) as one left join articles on articles.id = ${id}`)
  const { title, slug = null, reason } = rows[0] ?? {}
  if (title != null) return { kind: 'published', path: articlePath({ id, title, slug }) }
  return reason == null ? { kind: 'missing' } : { kind: 'withdrawn', reason }
}

/** @returns those ids whose articles do not exist, in any order */
export async function findMissing(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select shown.id from unnest(${sql.param(ids)}::uuid[]) as shown(id)
    where not exists (select from articles where articles.id = shown.id)`)
  return rows.map(({ id }) => id)
}

/** About 4 MB, without the reasons of withdrawals. */
const MAX_IDS = 10_000
const MISSING_TTL_MS = 10_000
/** Keeps an entry until a change is announced. */
const NO_TTL = 0
/** Afterwards, the render of the page handles the unresponsive database. */
const LOOKUP_TIMEOUT_MS = 500

export type MissingArticles = ReturnType<typeof createMissingArticles>

/**
 * Keeps missing ids for ten seconds, so that unknown addresses are not rendered, and the paths of other ids, to save a lookup per
 * render and redirect.
 */
export function createMissingArticles(
  findAvailability: (id: string) => Promise<ArticleAvailability>,
  now?: () => number,
) {
  const known = new LRUCache<string, ArticleAvailability>({
    max: MAX_IDS,
    ttl: NO_TTL,
    ...(now && { perf: { now }, ttlResolution: 0 }),
  })
  let changes = 0

  return {
    /** `published` if the database does not respond. */
    async find(id: string): Promise<ArticleAvailability> {
      if (!isUuid(id)) return { kind: 'missing' }
      const before = known.get(id)
      if (before) return before
      const changesBefore = changes
      const found = await beforeDeadline(findAvailability(id), LOOKUP_TIMEOUT_MS).catch(() => undefined)
      // The article may have changed during the lookup.
      if (found && changes === changesBefore)
        known.set(id, found, found.kind === 'published' ? {} : { ttl: MISSING_TTL_MS })
      return found ?? { kind: 'published' }
    },

    invalidate(tags: readonly ReaderTag[]): void {
      changes += 1
      for (const tag of tags) if (tag.startsWith('article:')) known.delete(tag.slice('article:'.length))
    },

    /** Forgets all articles, since notifications were missed. */
    invalidateAll(): void {
      changes += 1
      known.clear()
    },

    get size() {
      return known.size
    },
  }
}
