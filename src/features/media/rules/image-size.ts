import { phrase } from '#kernel/text/phrase.ts'

export type ImageSize = { width: number; height: number; format?: string; isProgressive?: boolean }

/** Decoders of JPEG and WebP scale large photographs while they decode, and those of PNG decode in rows, with about 70 MB. */
export const MAX_PHOTO_PIXELS = 120_000_000
/** A progressive JPEG is kept in memory as a whole: about 300 MB. */
const MAX_PROGRESSIVE_PIXELS = 80_000_000
/** Others are kept in memory as a whole: of 100 megapixels, an interlaced PNG takes 340 MB, a GIF 450 MB and an AVIF 1.7 GB. */
const MAX_PIXELS = 50_000_000
/** The share image enlarges a narrow image to its width. */
const MAX_ASPECT_RATIO = 40

const SCALED_FORMATS = ['jpeg', 'webp', 'png']

/**
 * Limits the memory and time that decoding and scaling an image take.
 *
 * @param size as sharp reads it from the head of the file
 * @returns for the uploader, why the image is rejected; undefined if it is accepted
 */
export function refuseImageSize({ width, height, format, isProgressive }: ImageSize): string | undefined {
  if (Math.max(width, height) > MAX_ASPECT_RATIO * Math.min(width, height))
    return phrase('The image is too narrow. Its longer side may be at most {max} times the shorter one.', {
      max: MAX_ASPECT_RATIO,
    })
  const maxPixels = maxPixelsOf(format, isProgressive ?? false)
  if (width * height <= maxPixels) return undefined
  const millions = maxPixels / 1_000_000
  return maxPixels === MAX_PIXELS
    ? phrase(
        'The image has too many pixels. The maximum is {millions} million. Photographs can be larger as JPEG. Make it smaller first.',
        { millions },
      )
    : phrase('The image has too many pixels. The maximum is {millions} million. Make it smaller first.', {
        millions,
      })
}

function maxPixelsOf(format: string | undefined, isProgressive: boolean): number {
  if (format === 'jpeg' && isProgressive) return MAX_PROGRESSIVE_PIXELS
  if (format === 'png' && isProgressive) return MAX_PIXELS
  return SCALED_FORMATS.includes(format ?? '') ? MAX_PHOTO_PIXELS : MAX_PIXELS
}
