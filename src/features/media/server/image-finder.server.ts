import { LRUCache } from 'lru-cache'
import { imageKey, type MediaPath } from '../rules/variant.ts'

/** How long an article is trusted to have the image that it had, in ms: that of a deleted one lingers no longer. */
const REMEMBER_FOR = 60_000
const REMEMBERED_ARTICLES = 10_000

/** The URL of the image that a path means, or null when its article does not have it (any more). */
export type ImageFinder = (path: Pick<MediaPath, 'articleId' | 'imageKey'>) => Promise<string | null>

/**
 * Finds images by their articles, asking the database little. What is remembered is not believed when it is another
 * image than the one meant, for an editor may just have changed it; and it is believed for longer while the database
 * is away, when pages are still served from the cache and must not lose their images.
 */
export function createImageFinder(options: {
  findImageUrl(articleId: string): Promise<string | null>
  now: () => number
}): ImageFinder {
  const { findImageUrl, now } = options
  const remembered = new LRUCache<string, { imageUrl: string | null; at: number }>({
    max: REMEMBERED_ARTICLES,
  })

  return async (path) => {
    const meant = (imageUrl: string | null) =>
      imageUrl && imageKey(imageUrl) === path.imageKey ? imageUrl : null
    const known = remembered.get(path.articleId)
    if (known && now() - known.at < REMEMBER_FOR && meant(known.imageUrl)) return known.imageUrl
    try {
      const imageUrl = await findImageUrl(path.articleId)
      remembered.set(path.articleId, { imageUrl, at: now() })
      return meant(imageUrl)
    } catch (error) {
      if (known && meant(known.imageUrl)) return known.imageUrl
      throw error
    }
  }
}
