import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { fileTypeFromFile } from 'file-type'
import type { Metadata, Sharp } from 'sharp'
import sharp from 'sharp'
import type { Account } from '#features/access/rules/access.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { media } from '#schema/media.ts'
import { MAX_PHOTO_PIXELS, refuseImageSize } from '../rules/image-size.ts'
import { uploadName } from '../rules/upload.ts'
import { perceptualHash } from './perceptual-hash.server.ts'
import { readMetadata } from './read-metadata.server.ts'
import { MAX_SECONDS } from './resize-image.server.ts'
import { uploadUrl } from './uploads-folder.server.ts'

export type StoredUpload = { kind: 'stored'; url: string } | { kind: 'rejected'; reason: string }

/**
 * Re-encodes an image (spec §3) and adds it to the library, with what its metadata says.
 *
 * @param upload a temporary file, its name on the uploader's device, and its id, so that a repeated upload adds one image
 */
export async function storeUpload(
  { db, bucket }: { db: Db; bucket: Bucket },
  by: Account,
  upload: { path: string; name: string; id?: string },
  now: Date,
): Promise<StoredUpload> {
  const encoded = await encodeUpload(upload.path)
  if (encoded.kind === 'rejected') return encoded
  const name = await putFile(bucket, upload.name, encoded, now)
  const { id = randomUUID() } = upload
  const url = await db.transaction(async (tx) => {
    const stored = await tx
      .insert(media)
      .values({
        id,
        name,
        ...(await describeFile(name, encoded)),
        ...readMetadata(encoded.metadata),
        uploadedBy: by.id,
      })
      .onConflictDoNothing()
      .returning({ id: media.id })
    if (stored.length === 0) return undefined
    const address = uploadUrl(name)
    await recordAudit(tx, { by, action: 'image.upload', subjectId: address, subject: name })
    return address
  })
  if (url) return { kind: 'stored', url }
  await bucket.remove(name)
  const [first] = await db.select({ name: media.name }).from(media).where(eq(media.id, id))
  return first ? { kind: 'stored', url: uploadUrl(first.name) } : rejected('The image was deleted meanwhile.')
}

/** Stores a file under a name that no other has. */
export async function putFile(
  bucket: Pick<Bucket, 'put'>,
  original: string,
  { bytes, extension }: EncodedImage,
  now: Date,
): Promise<string> {
  let at = now
  let name = uploadName(original, extension, at)
  while (!(await bucket.put(name, bytes))) {
    at = new Date(at.getTime() + 1)
    name = uploadName(original, extension, at)
  }
  return name
}

/** The columns that depend on the stored file. */
export async function describeFile(
  file: string,
  { bytes, extension, width, height }: Omit<EncodedImage, 'metadata'>,
) {
  return {
    file,
    mime: extension === 'jpg' ? 'image/jpeg' : `image/${extension}`,
    bytes: bytes.length,
    width,
    height,
    perceptualHash: await perceptualHash(bytes),
  }
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

/** `metadata` is that of the upload; `bytes` contain none. */
type EncodedImage = {
  bytes: Buffer
  extension: string
  width: number
  height: number
  metadata: Pick<Metadata, 'exif' | 'iptc' | 'xmp'>
}

type EncodedUpload =
  | ({ kind: 'encoded' } & EncodedImage)
  /** `reason` is shown to the uploader. */
  | { kind: 'rejected'; reason: string }

/** Limits the load of uploads. */
const oneAtATime = createSemaphore(1)

/** Removes metadata and polyglot content, applies the EXIF orientation, and keeps the first frame of an animation. */
export function encodeUpload(path: string): Promise<EncodedUpload> {
  return decodeUpload(path, (image, encode) => encode(image).toBuffer({ resolveWithObject: true }))
}

type Encoded = { data: Buffer; info: { width: number; height: number } }

/**
 * @param toBytes encodes the image, whose longer side is at most `MAX_SIDE`; `encode` keeps the format
 */
export function decodeUpload(
  path: string,
  toBytes: (image: Sharp, encode: Encoder) => Promise<Encoded>,
): Promise<EncodedUpload> {
  return oneAtATime.run(() => decode(path, toBytes))
}

async function decode(
  path: string,
  toBytes: (image: Sharp, encode: Encoder) => Promise<Encoded>,
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
    const metadata = await sharp(path, { limitInputPixels: false }).metadata()
    const refusal = refuseImageSize(metadata)
    if (refusal) return rejected(refusal)
    const image = sharp(path, { failOn: 'error', limitInputPixels: MAX_PHOTO_PIXELS, autoOrient: true })
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: MAX_SECONDS })
    const { data: bytes, info } = await toBytes(image, format.encode)
    const { width, height } = info
    return { kind: 'encoded', bytes, extension: format.extension, width, height, metadata }
  } catch {
    return rejected('The image is damaged or incomplete. Please choose another.')
  }
}

function rejected(reason: string): { kind: 'rejected'; reason: string } {
  return { kind: 'rejected', reason }
}
