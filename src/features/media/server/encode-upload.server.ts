import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { createSemaphore } from '#platform/semaphore.ts'
import { MAX_PIXELS, MAX_SECONDS } from './resize-image.server.ts'

/** Twice the widest variant (variant.ts). What is larger costs only room, and the time to encode it. */
const LONGEST_SIDE = 2_560

type Encoder = (image: Sharp) => Sharp

/** The formats that are taken, by the extension that file-type gives them. An SVG is a document that may run scripts. */
const ENCODERS: Readonly<Record<string, { extension: string; encode: Encoder }>> = {
  jpg: { extension: 'jpg', encode: (image) => image.jpeg({ quality: 88 }) },
  png: { extension: 'png', encode: (image) => image.png() },
  apng: { extension: 'png', encode: (image) => image.png() },
  webp: { extension: 'webp', encode: (image) => image.webp({ quality: 88 }) },
  gif: { extension: 'png', encode: (image) => image.png() },
  avif: { extension: 'avif', encode: (image) => image.avif({ quality: 65, effort: 2 }) },
}

export type EncodedUpload =
  | { kind: 'encoded'; bytes: Buffer; extension: string }
  /** In words for who uploaded it. */
  | { kind: 'refused'; reason: string }

/** An administrator's image must not hold up the readers: they are encoded one at a time. */
const oneAtATime = createSemaphore(1)

/**
 * Decodes an uploaded image and encodes it anew, so that nothing of the file but its pixels is kept: no metadata (where
 * it was taken), and nothing that a file hides which is an image and something else besides. Of an animation it takes the
 * first frame; it is turned as its orientation says. What the file is called or said to be plays no part.
 */
export function encodeUpload(bytes: Uint8Array): Promise<EncodedUpload> {
  return oneAtATime.run(() => encode(bytes))
}

async function encode(bytes: Uint8Array): Promise<EncodedUpload> {
  const type = await fileTypeFromBuffer(bytes)
  const format = type && ENCODERS[type.ext]
  if (!format)
    return refused(
      'This is not an image that can be used. Please choose a JPEG, PNG, WebP, AVIF or GIF file.',
    )
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS)
      return refused('The image is too large to open: it can have 50 million pixels at most.')
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, autoOrient: true })
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: MAX_SECONDS })
    return { kind: 'encoded', bytes: await format.encode(image).toBuffer(), extension: format.extension }
  } catch {
    return refused('The image is damaged or incomplete.')
  }
}

function refused(reason: string): EncodedUpload {
  return { kind: 'refused', reason }
}
