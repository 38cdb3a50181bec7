import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { heightOf, type Ratio, type Variant } from '../rules/variant.ts'

/** Protects against decompression bombs. */
export const MAX_PIXELS = 50_000_000
/** To decode and encode an image. */
export const MAX_SECONDS = 20

/** Raster formats only, since an SVG may contain scripts and load files. */
const SUPPORTED: ReadonlySet<string> = new Set(['jpg', 'png', 'apng', 'webp', 'gif', 'avif'])

// One thread per image leaves the processor to requests. No image is decoded twice, so sharp's cache is off.
sharp.concurrency(1)
sharp.cache(false)

/** Whether the bytes are an image in a supported format, whatever its declared type. */
export async function isSupportedImage(bytes: Uint8Array): Promise<boolean> {
  const type = await fileTypeFromBuffer(bytes)
  return type !== undefined && SUPPORTED.has(type.ext)
}

/**
 * Crops an image to the variant's ratio around its most salient part and re-encodes it without metadata. Never enlarges. Keeps the
 * first frame of an animation.
 *
 * @returns null if the bytes are not a valid image
 */
export async function resizeImage(bytes: Uint8Array, variant: Variant): Promise<Buffer | null> {
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, autoOrient: true })
    const { autoOrient: original } = await image.metadata()
    const { width, height } = largestWithin(original, variant.ratio, variant.width)
    const cropped = image
      .resize(width, height, { fit: 'cover', position: sharp.strategy.attention })
      .timeout({ seconds: MAX_SECONDS })
    const encoded =
      variant.format === 'avif' ? cropped.avif({ quality: 50, effort: 2 }) : cropped.webp({ quality: 72 })
    return await encoded.toBuffer()
  } catch {
    return null
  }
}

/** The largest rectangle of the ratio within the original, at most `width` wide. */
function largestWithin(original: { width: number; height: number }, ratio: Ratio, width: number) {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  const fittingWidth = Math.min(width, original.width, Math.floor((original.height * across) / down))
  return { width: Math.max(1, fittingWidth), height: Math.max(1, heightOf(ratio, fittingWidth)) }
}
