import { LRUCache } from 'lru-cache'
import { imageKey, type MediaPath } from '../rules/variant.ts'

const MAX_AGE_MS = 60_000
const MAX_ARTICLES = 10_000

export type ImageLookup = {
  /** Null if the article has no such image. */
  find(path: Pick<MediaPath, 'articleId' | 'imageKey'>): Promise<string | null>
  /** Forgets the image of an article that may have been withdrawn. */
  forget(articleId: string): void
}

/**
 * A new key triggers a lookup, since editors may change images. Expired entries are used while the database is
 * unavailable.
 */
export function createImageLookup(options: {
  findImageUrl(articleId: string): Promise<string | null>
  now: () => number
}): ImageLookup {
  const { findImageUrl, now } = options
  const cache = new LRUCache<string, { imageUrl: string | null; at: number }>({
    max: MAX_ARTICLES,
  })

  const find: ImageLookup['find'] = async (path) => {
    const matching = (imageUrl: string | null) =>
      imageUrl && imageKey(imageUrl) === path.imageKey ? imageUrl : null
    const known = cache.get(path.articleId)
    if (known && now() - known.at < MAX_AGE_MS && matching(known.imageUrl)) return known.imageUrl
    try {
      const imageUrl = await findImageUrl(path.articleId)
      cache.set(path.articleId, { imageUrl, at: now() })
      return matching(imageUrl)
    } catch (error) {
      if (known && matching(known.imageUrl)) return known.imageUrl
      throw error
    }
  }

  return {
    find,
    forget: (articleId) => void cache.delete(articleId),
  }
}
