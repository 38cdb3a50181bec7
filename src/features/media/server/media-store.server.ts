import { hash } from 'node:crypto'
import { createLastKnownValues } from '#platform/concurrency/last-known-values.ts'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import { createSingleFlight } from '#platform/concurrency/single-flight.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import {
  imageKey,
  MAX_VARIANT_BYTES,
  type MediaPath,
  type UploadMediaPath,
  uploadUrl,
  variantName,
} from '../rules/variant.ts'
import { createImageFiles } from './image-files.server.ts'
import { createOriginalImages, type LocalImages, storedName } from './original-images.server.ts'
import { resizeImage } from './resize-image.server.ts'
import { parseShownImage } from './shown-image.server.ts'

const MAX_RESIZES = 2

export type MediaResult =
  /** `isLasting`: its address changes with the image. */
  | { kind: 'image'; bytes: Uint8Array; contentType: string; etag: string; isLasting: boolean }
  | { kind: 'not-found' }
  /** Cannot be fetched or decoded at the moment. */
  | { kind: 'broken' }

export interface MediaStore {
  /** Creates the variant if necessary. Rejects when aborted or when the database is unavailable. */
  serve(path: MediaPath | UploadMediaPath, signal: AbortSignal): Promise<MediaResult>
  readonly images: ImageLookup
}

export interface MediaStoreOptions {
  /** May be deleted at any time. */
  dir: string
  outbound: Outbound
  /** As {@link shownImage} returns it. */
  findImageUrl(articleId: string): Promise<string | null>
  /** The addresses of the images in the text of an article. */
  listTextImages?(articleId: string): Promise<string[]>
  /** As {@link shownImage} returns it; by default, the upload of that name. */
  findUpload?(name: string): Promise<string>
  /** The publisher's page of an article. */
  findPageUrl?(articleId: string): Promise<string | null>
  local: LocalImages
  /** Rejects with ENOSPC while the disk of `dir` is low. */
  requireSpace(): Promise<void>
  maxDiskBytes?: number
  /** Ms since 1970. */
  now?: () => number
}

/**
 * Serves only images of articles and uploads, so that the site cannot be used as a proxy. Concurrent requests share the
 * work.
 */
export function createMediaStore(options: MediaStoreOptions): MediaStore {
  const { dir, outbound, findImageUrl, local, requireSpace } = options
  const { maxDiskBytes = MAX_VARIANT_BYTES, now = Date.now } = options
  const { findUpload = async (name: string) => uploadUrl(name) } = options
  const images = createImageLookup({ findImageUrl, listTextImages: options.listTextImages, now })
  const files = createImageFiles({ dir, maxBytes: maxDiskBytes, requireSpace })
  const originals = createOriginalImages({ files, outbound, local, now })
  const variants = createSingleFlight<Uint8Array | null>()
  const resizes = createSemaphore(MAX_RESIZES)

  async function createVariant(
    imageUrl: string,
    path: MediaPath | UploadMediaPath,
    signal: AbortSignal,
  ): Promise<Uint8Array | null> {
    const name = `${storedName(imageUrl)}.${variantName(path)}`
    const stored = await files.read(name)
    if (stored) return stored
    const findPage = async () =>
      ('articleId' in path && (await options.findPageUrl?.(path.articleId))) || null
    if (!(await originals.fetch(imageUrl, signal, findPage))) return null
    return resizes.run(async () => {
      // Inside the queue, to limit memory.
      const original = await originals.read(imageUrl)
      if (!original) return null
      const variant = await resizeImage(original, path, parseShownImage(imageUrl).focalPoint)
      if (!variant) {
        await originals.markBroken(imageUrl, 'The image is damaged or too large')
        return null
      }
      // If the folder is not writable or its disk is low, nothing is cached.
      await files
        .write(name, variant)
        .then(() => originals.clearBroken(imageUrl))
        .catch(() => {})
      return variant
    }, signal)
  }

  return {
    images,
    async serve(path, signal) {
      const imageUrl = 'upload' in path ? await findUpload(path.upload) : await images.find(path)
      if (!imageUrl) return { kind: 'not-found' }
      const key = `${variantName(path)} ${imageUrl}`
      const bytes = await variants.run(key, (signal) => createVariant(imageUrl, path, signal), signal)
      if (!bytes) return { kind: 'broken' }
      const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
      const isLasting = !('upload' in path) || path.key === imageKey(imageUrl)
      return { kind: 'image', bytes, contentType: `image/${path.format}`, etag, isLasting }
    },
  }
}

const MAX_AGE_MS = 60_000
const MAX_ARTICLES = 10_000
/** Each has up to MAX_TEXT_IMAGES addresses. */
const MAX_TEXTS = 1_000

export type ImageLookup = {
  /** Null if the article has no such image. */
  find(path: Pick<MediaPath, 'articleId' | 'imageKey'>): Promise<string | null>
  /** After a change of the article, or of any. */
  expire(articleId?: string): void
  /** After the removal of the article, or of any. */
  forget(articleId?: string): void
}

/** A new key triggers a lookup, since editors may change images. */
export function createImageLookup(options: {
  findImageUrl(articleId: string): Promise<string | null>
  listTextImages?: ((articleId: string) => Promise<string[]>) | undefined
  now: () => number
}): ImageLookup {
  const { findImageUrl, listTextImages = async () => [], now } = options
  const limits = { maxAgeMs: MAX_AGE_MS, now }
  const urls = createLastKnownValues({ lookUp: findImageUrl, maxValues: MAX_ARTICLES, ...limits })
  const texts = createLastKnownValues({ lookUp: listTextImages, maxValues: MAX_TEXTS, ...limits })
  return {
    async find({ articleId, imageKey: key }) {
      const isMatch = (imageUrl: string | null) => imageUrl !== null && imageKey(imageUrl) === key
      const imageUrl = await urls.find(articleId, isMatch)
      if (isMatch(imageUrl)) return imageUrl
      return (await texts.find(articleId)).find(isMatch) ?? null
    },
    expire(articleId) {
      urls.expire(articleId)
      texts.expire(articleId)
    },
    forget(articleId) {
      urls.forget(articleId)
      texts.forget(articleId)
    },
  }
}
