import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { heightOf, type Ratio, type Variant } from '../rules/variant.ts'

/** Beyond this a small file is a bomb, not a photograph. */
export const MAX_PIXELS = 50_000_000
/** The longest that an image may take to decode and encode. */
export const MAX_SECONDS = 20

/** Raster formats only: an SVG is a document that may contain scripts and load files. */
const READABLE: ReadonlySet<string> = new Set(['jpg', 'png', 'apng', 'webp', 'gif', 'avif'])

// The processor belongs to the requests; images wait in a queue instead. Nothing is decoded twice, so nothing is kept.
sharp.concurrency(1)
sharp.cache(false)

/** Whether the bytes, whatever a server called them, begin like an image in a format that we read. */
export async function isImage(bytes: Uint8Array): Promise<boolean> {
  const type = await fileTypeFromBuffer(bytes)
  return type !== undefined && READABLE.has(type.ext)
}

/**
 * Cuts an image to the variant's ratio, keeping the part that draws the eye, and encodes it anew, without metadata.
 * An image smaller than the variant keeps its own size. Of an animation it takes the first frame.
 * @returns null when the bytes are no sound image
 */
export async function resizeImage(bytes: Uint8Array, variant: Variant): Promise<Buffer | null> {
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, autoOrient: true })
    const { autoOrient: original } = await image.metadata()
    const { width, height } = largestWithin(original, variant.ratio, variant.width)
    const cut = image
      .resize(width, height, { fit: 'cover', position: sharp.strategy.attention })
      .timeout({ seconds: MAX_SECONDS })
    const encoded =
      variant.format === 'avif' ? cut.avif({ quality: 50, effort: 2 }) : cut.webp({ quality: 72 })
    return await encoded.toBuffer()
  } catch {
    return null
  }
}

/** The largest rectangle of the ratio that is within the original and no wider than `width`. */
function largestWithin(original: { width: number; height: number }, ratio: Ratio, width: number) {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  const fitting = Math.min(width, original.width, Math.floor((original.height * across) / down))
  return { width: Math.max(1, fitting), height: Math.max(1, heightOf(ratio, fitting)) }
}
