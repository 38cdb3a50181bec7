import * as z from 'zod'
import { type CacheTag, isReaderTag } from '#kernel/cache-tags.ts'
import { MANY_ARTICLES } from '#platform/cache/page-cache.server.ts'
import { ALL_KEY, buildKey, cacheKey, UPLOADS_KEY } from '#platform/cdn/edge-headers.server.ts'
import type { PurgeKeys } from '#platform/cdn/send-purges.server.ts'
import { findChangeTags, findRemovedId } from '../changes/change-notifications.server.ts'

const buildChange = z.object({ cdn: z.literal('build'), build: z.string() })
/** Every page depends on these, so no page has their tags. */
const EVERYWHERE: readonly CacheTag[] = ['categories', 'phrases', 'look']
const NONE: ReadonlySet<string> = new Set()

/**
 * Finds the keys of the copies that show a change. Those of a removed article are never served again, not even while the site
 * does not respond; neither is any copy once a setting has changed, which may have closed the site.
 *
 * @param change the payload of a notification
 * @returns null if it affects no reader page
 */
export function findPurgeKeys(change: unknown): PurgeKeys | null {
  const upgrade = buildChange.safeParse(change)
  if (upgrade.success) return { soft: NONE, hard: new Set([buildKey(upgrade.data.build)]) }
  const tags = findChangeTags(change)
  if (!tags || tags.includes('settings')) return { soft: NONE, hard: new Set([ALL_KEY]) }
  if (tags.some((tag) => EVERYWHERE.includes(tag))) return { soft: new Set([ALL_KEY]), hard: NONE }
  const readerTags = tags.filter(isReaderTag)
  if (readerTags.length === 0) return null
  const removedId = findRemovedId(change)
  const removed =
    removedId === undefined ? [] : [cacheKey(`article:${removedId}`), cacheKey(MANY_ARTICLES), UPLOADS_KEY]
  return { soft: new Set(readerTags.map(cacheKey)), hard: new Set(removed) }
}
