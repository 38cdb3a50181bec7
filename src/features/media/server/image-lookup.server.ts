import { LRUCache } from 'lru-cache'
import { imageKey, type MediaPath } from '../rules/variant.ts'

const MAX_AGE_MS = 60_000
const MAX_ARTICLES = 10_000

/** The URL of the image at a path, or null if its article has no such image. */
export type ImageLookup = (path: Pick<MediaPath, 'articleId' | 'imageKey'>) => Promise<string | null>

/**
 * Looks up the images of articles through a cache. A cached image with another key is looked up again, since an editor may have
 * changed it. While the database is unavailable, expired entries are used, so that cached pages keep their images.
 */
export function createImageLookup(options: {
  findImageUrl(articleId: string): Promise<string | null>
  now: () => number
}): ImageLookup {
  const { findImageUrl, now } = options
  const cache = new LRUCache<string, { imageUrl: string | null; at: number }>({
    max: MAX_ARTICLES,
  })

  return async (path) => {
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
}
