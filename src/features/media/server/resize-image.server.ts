import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { cropOf } from '../rules/crop.ts'
import type { FocalPoint } from '../rules/file-form.ts'
import { MAX_PHOTO_PIXELS, refuseImageSize } from '../rules/image-size.ts'
import { heightOf, type Variant } from '../rules/variant.ts'

export const MAX_SECONDS = 20

/** Pages enlarge wider images to their column. */
const MIN_ENLARGED_WIDTH = 150
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

/** SVG may contain scripts and load files. */
const SUPPORTED: ReadonlySet<string> = new Set(['jpg', 'png', 'apng', 'webp', 'gif', 'avif'])

// One thread leaves CPU time for requests, and images are decoded only once.
sharp.concurrency(1)
sharp.cache(false)

/** Ignores the declared type. */
export async function isSupportedImage(bytes: Uint8Array): Promise<boolean> {
  const type = await fileTypeFromBuffer(bytes)
  return type !== undefined && SUPPORTED.has(type.ext)
}

/**
 * Crops around the focal point or, without one, the most salient part. Removes metadata. Enlarges share images only: a page would enlarge
 * a very small one, so it gets transparent margins. Keeps the first frame of an animation.
 *
 * @returns null if the bytes are not a valid image, or if it would take too long
 */
export async function resizeImage(
  bytes: Uint8Array,
  variant: Variant,
  focalPoint: FocalPoint = null,
): Promise<Buffer | null> {
  try {
    const image = sharp(bytes, {
      failOn: isCutJpeg(bytes) ? 'none' : 'error',
      limitInputPixels: MAX_PHOTO_PIXELS,
      autoOrient: true,
    })
    const { autoOrient: original, ...size } = await image.metadata()
    if (refuseImageSize(size)) return null
    if (variant.ratio === 'full') {
      const whole = image.resize({ width: variant.width, withoutEnlargement: true })
      return await encode(whole.timeout({ seconds: MAX_SECONDS }), variant).toBuffer()
    }
    const { width, height } = variant.format === 'jpeg' ? sizeOf(variant) : largestWithin(original, variant)
    const isTiny = variant.format !== 'jpeg' && original.width < MIN_ENLARGED_WIDTH && width < variant.width
    const cropped = (
      isTiny
        ? image.resize({
            ...sizeOf(variant),
            fit: 'contain',
            withoutEnlargement: true,
            background: TRANSPARENT,
          })
        : focalPoint
          ? cropAround(image, original, { width, height }, focalPoint)
          : image.resize(width, height, { fit: 'cover', position: sharp.strategy.attention })
    ).timeout({ seconds: MAX_SECONDS })
    return await encode(cropped, variant).toBuffer()
  } catch {
    return null
  }
}

/** Shows the largest part of the shape of `size`, with the focal point as near to its middle as possible. */
function cropAround(image: Sharp, original: Size, size: Size, focalPoint: NonNullable<FocalPoint>): Sharp {
  return image.extract(cropOf(original, size, focalPoint)).resize(size.width, size.height, { fit: 'fill' })
}

const MAX_PADDING = 64

/** Without its end, as after an interrupted upload. Its upper part is shown. */
function isCutJpeg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false
  const end = bytes.subarray(-MAX_PADDING)
  return !end.some((byte, index) => byte === 0xff && end[index + 1] === 0xd9)
}

/** Qualities of JPEG. Emails show images at less than half of their size. */
const QUALITY = { email: 65, share: 80 }

function encode(image: Sharp, { format, ratio }: Variant): Sharp {
  if (format === 'avif') return image.avif({ quality: 50, effort: 2 })
  if (format === 'webp') return image.webp({ quality: 72 })
  const quality = ratio === 'full' ? QUALITY.email : QUALITY.share
  return image.flatten({ background: 'white' }).jpeg({ quality, mozjpeg: true })
}

type Size = { width: number; height: number }
type CroppedVariant = Exclude<Variant, { ratio: 'full' }>

function sizeOf({ ratio, width }: CroppedVariant): Size {
  return { width, height: heightOf(ratio, width) }
}

function largestWithin(original: Size, { ratio, width }: CroppedVariant): Size {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  const fittingWidth = Math.min(width, original.width, Math.floor((original.height * across) / down))
  return { width: Math.max(1, fittingWidth), height: Math.max(1, heightOf(ratio, fittingWidth)) }
}
