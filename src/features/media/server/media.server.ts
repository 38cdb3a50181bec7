import { hash } from 'node:crypto'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import { createSemaphore } from '#platform/semaphore.ts'
import { createSingleFlight } from '#platform/single-flight.ts'
import { type MediaPath, variantName } from '../rules/variant.ts'
import { createOriginals, type LocalFolders, storedName } from './originals.server.ts'
import { createPictureFiles } from './picture-files.server.ts'
import { createPictureFinder } from './picture-finder.server.ts'
import { resizePicture } from './resize-picture.server.ts'

const MAX_RESIZES = 2
const MAX_DISK_BYTES = 2 * 1024 ** 3

export type Served =
  | { kind: 'picture'; bytes: Uint8Array; contentType: string; etag: string }
  /** No article has this picture (any more). */
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
  /** The `image_url` of an article, or null when there is no such article or it has no picture. */
  findImageUrl(articleId: string): Promise<string | null>
  /** What `/samples/` and `/storage/article-images/` in an `image_url` stand for. */
  localFolders: LocalFolders
  /** Bound of the folder's size, 2 GB unless given. */
  maxDiskBytes?: number
  /** The clock, in ms since 1970. */
  now?: () => number
}

/**
 * Serves the pictures of articles as our own resized copies. Only what an article shows is ever fetched, so nobody can
 * use the site as a proxy; each original is fetched once and each variant made once, however many ask at once.
 */
export function createMediaStore(options: MediaStoreOptions): MediaStore {
  const { dir, outbound, findImageUrl, localFolders, maxDiskBytes = MAX_DISK_BYTES, now = Date.now } = options
  const findPicture = createPictureFinder({ findImageUrl, now })
  const files = createPictureFiles({ dir, maxBytes: maxDiskBytes })
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
      const variant = await resizePicture(original, path)
      if (!variant) {
        await originals.markBroken(imageUrl, 'The picture is damaged or too large')
        return null
      }
      // A folder that cannot be written costs the next reader the work again, but no one the picture.
      await files
        .write(name, variant)
        .then(() => originals.markSound(imageUrl))
        .catch(() => {})
      return variant
    }, signal)
  }

  return {
    async serve(path, signal) {
      const imageUrl = await findPicture(path)
      if (!imageUrl) return { kind: 'not-found' }
      const flight = `${variantName(path)} ${imageUrl}`
      const bytes = await variants.run(flight, (signal) => make(imageUrl, path, signal), signal)
      if (!bytes) return { kind: 'broken' }
      const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
      return { kind: 'picture', bytes, contentType: `image/${path.format}`, etag }
    },
  }
}
