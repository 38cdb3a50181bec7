import { fileTypeFromFile } from 'file-type'
import type { Sharp } from 'sharp'
import sharp from 'sharp'
import type { Account } from '#features/access/rules/access.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { MAX_PHOTO_PIXELS, refuseImageSize } from '../rules/image-size.ts'
import { uploadName } from '../rules/upload.ts'
import { MAX_SECONDS } from './resize-image.server.ts'
import { uploadUrl } from './uploads-folder.server.ts'

export type StoredUpload = { kind: 'stored'; url: string } | { kind: 'rejected'; reason: string }

/**
 * Re-encodes and stores an image (spec §3).
 *
 * @param upload a temporary file, and its name on the uploader's device
 */
export async function storeUpload(
  { db, bucket }: { db: Db; bucket: Bucket },
  by: Account,
  upload: { path: string; name: string },
  now: Date,
): Promise<StoredUpload> {
  const encoded = await encodeUpload(upload.path)
  if (encoded.kind === 'rejected') return encoded
  let at = now
  let name = uploadName(upload.name, encoded.extension, at)
  while (!(await bucket.put(name, encoded.bytes))) {
    at = new Date(at.getTime() + 1)
    name = uploadName(upload.name, encoded.extension, at)
  }
  const url = uploadUrl(name)
  await recordAudit(db, { by, action: 'image.upload', subjectId: url, subject: name })
  return { kind: 'stored', url }
}

/** Twice the widest variant. */
const MAX_SIDE = 2_560

type Encoder = (image: Sharp) => Sharp

/** By file-type's extension. SVG may contain scripts. */
const ENCODERS: Readonly<Record<string, { extension: string; encode: Encoder }>> = {
  jpg: { extension: 'jpg', encode: (image) => image.jpeg({ quality: 88 }) },
  png: { extension: 'png', encode: (image) => image.png() },
  apng: { extension: 'png', encode: (image) => image.png() },
  webp: { extension: 'webp', encode: (image) => image.webp({ quality: 88 }) },
  gif: { extension: 'png', encode: (image) => image.png() },
  avif: { extension: 'avif', encode: (image) => image.avif({ quality: 65, effort: 2 }) },
}

type EncodedUpload =
  | { kind: 'encoded'; bytes: Buffer; extension: string }
  /** `reason` is shown to the uploader. */
  | { kind: 'rejected'; reason: string }

/** Limits the load of uploads. */
const oneAtATime = createSemaphore(1)

/** Removes metadata and polyglot content, applies the EXIF orientation, and keeps the first frame of an animation. */
export function encodeUpload(path: string): Promise<EncodedUpload> {
  return decodeUpload(path, (image, encode) => encode(image).toBuffer())
}

/**
 * @param toBytes encodes the image, whose longer side is at most `MAX_SIDE`; `encode` keeps the format
 */
export function decodeUpload(
  path: string,
  toBytes: (image: Sharp, encode: Encoder) => Promise<Buffer>,
): Promise<EncodedUpload> {
  return oneAtATime.run(() => decode(path, toBytes))
}

async function decode(
  path: string,
  toBytes: (image: Sharp, encode: Encoder) => Promise<Buffer>,
): Promise<EncodedUpload> {
  const type = await fileTypeFromFile(path)
  // HEVC is patented, so sharp has no decoder for it.
  if (type?.ext === 'heic')
    return rejected(
      'HEIC images are not supported. Export the photo as JPEG and choose it again. To take JPEG photos with an iPhone, choose Settings > Camera > Formats > Most Compatible.',
    )
  const format = type && ENCODERS[type.ext]
  if (!format)
    return rejected('This file is not a supported image. Please choose a JPEG, PNG, WebP, AVIF or GIF file.')
  try {
    const refusal = refuseImageSize(await sharp(path, { limitInputPixels: false }).metadata())
    if (refusal) return rejected(refusal)
    const image = sharp(path, { failOn: 'error', limitInputPixels: MAX_PHOTO_PIXELS, autoOrient: true })
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: MAX_SECONDS })
    return { kind: 'encoded', bytes: await toBytes(image, format.encode), extension: format.extension }
  } catch {
    return rejected('The image is damaged or incomplete. Please choose another.')
  }
}

function rejected(reason: string): EncodedUpload {
  return { kind: 'rejected', reason }
}
