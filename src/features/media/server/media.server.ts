import { hash } from 'node:crypto'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import { createSemaphore } from '#platform/semaphore.ts'
import { createSingleFlight } from '#platform/single-flight.ts'
import { type MediaPath, variantName } from '../rules/variant.ts'
import { createImageFiles } from './image-files.server.ts'
import { createImageFinder } from './image-finder.server.ts'
import { createOriginals, type LocalFolders, storedName } from './originals.server.ts'
import { resizeImage } from './resize-image.server.ts'

const MAX_RESIZES = 2
const MAX_DISK_BYTES = 2 * 1024 ** 3

export type Served =
  | { kind: 'image'; bytes: Uint8Array; contentType: string; etag: string }
  /** No article has this image (any more). */
  | { kind: 'not-found' }
  /** The article has it, but it cannot be fetched or shown for now. */
  | { kind: 'broken' }

export interface MediaStore {
  /** The variant that a path names, made if need be. Rejects when the signal is aborted or the database is away. */
  serve(path: MediaPath, signal: AbortSignal): Promise<Served>
}

export interface MediaStoreOptions {
  /** The store's own folder. All in it can be made again. */
  dir: string
  outbound: Outbound
  /** The `image_url` of an article, or null when there is no such article or it has no image. */
  findImageUrl(articleId: string): Promise<string | null>
  /** What `/samples/` and `/storage/article-images/` in an `image_url` stand for. */
  localFolders: LocalFolders
  /** Bound of the folder's size, 2 GB unless given. */
  maxDiskBytes?: number
  /** The clock, in ms since 1970. */
  now?: () => number
}

/**
 * Serves the images of articles as our own resized copies. Only what an article shows is ever fetched, so nobody can
 * use the site as a proxy; each original is fetched once and each variant made once, however many ask at once.
 */
export function createMediaStore(options: MediaStoreOptions): MediaStore {
  const { dir, outbound, findImageUrl, localFolders, maxDiskBytes = MAX_DISK_BYTES, now = Date.now } = options
  const findImage = createImageFinder({ findImageUrl, now })
  const files = createImageFiles({ dir, maxBytes: maxDiskBytes })
  const originals = createOriginals({ files, outbound, localFolders, now })
  const variants = createSingleFlight<Uint8Array | null>()
  const resizes = createSemaphore(MAX_RESIZES)

  async function make(imageUrl: string, path: MediaPath, signal: AbortSignal): Promise<Uint8Array | null> {
    const name = `${storedName(imageUrl)}.${variantName(path)}`
    const stored = await files.read(name)
    if (stored) return stored
    if (!(await originals.obtain(imageUrl, signal))) return null
    return resizes.run(async () => {
      // Read only now: a hundred originals that wait for their turn wait on disk.
      const original = await originals.read(imageUrl)
      if (!original) return null
      const variant = await resizeImage(original, path)
      if (!variant) {
        await originals.markBroken(imageUrl, 'The image is damaged or too large')
        return null
      }
      // A folder that cannot be written costs the next reader the work again, but no one the image.
      await files
        .write(name, variant)
        .then(() => originals.markSound(imageUrl))
        .catch(() => {})
      return variant
    }, signal)
  }

  return {
    async serve(path, signal) {
      const imageUrl = await findImage(path)
      if (!imageUrl) return { kind: 'not-found' }
      const flight = `${variantName(path)} ${imageUrl}`
      const bytes = await variants.run(flight, (signal) => make(imageUrl, path, signal), signal)
      if (!bytes) return { kind: 'broken' }
      const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
      return { kind: 'image', bytes, contentType: `image/${path.format}`, etag }
    },
  }
}
