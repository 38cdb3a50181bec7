import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import type { Metadata, Sharp } from 'sharp'
import sharp from 'sharp'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { media } from '#schema/media.ts'
import { type FileTexts, toFileTexts } from '../rules/file-form.ts'
import { MAX_PHOTO_PIXELS, refuseImageSize } from '../rules/image-size.ts'
import { formatsOf, kindOf, MAX_BYTES, type MediaKind, tooLargeText } from '../rules/media-kind.ts'
import { uploadName } from '../rules/upload.ts'
import { uploadUrl } from '../rules/variant.ts'
import { findFileType } from './find-file-type.server.ts'
import { runMediaTask } from './media-worker.server.ts'
import { perceptualHash } from './perceptual-hash.server.ts'
import { readMetadata } from './read-metadata.server.ts'
import { isRecording, readRecording } from './read-recording.server.ts'
import { MAX_SECONDS } from './resize-image.server.ts'

export type AddedFile = Pick<
  typeof media.$inferSelect,
  'name' | 'mime' | 'width' | 'height' | 'perceptualHash'
>

export type StoredUpload = { kind: 'stored'; url: string } | { kind: 'rejected'; reason: string }

/**
 * Adds a file to the library, with what its metadata says. Images are encoded again (spec §3).
 *
 * @param upload a temporary file, its name on the uploader's device, its id, so that a repeated upload adds one file, the kind
 * that it must have, texts for what its metadata does not say, and what records it in the transaction that adds it, by default in
 * the audit log
 */
export async function storeUpload(
  { db, bucket }: { db: Db; bucket: Bucket },
  by: Actor,
  upload: {
    path: string
    name: string
    id?: string
    kind?: MediaKind
    texts?: Partial<FileTexts>
    record?: (tx: Db, added: AddedFile) => Promise<void>
  },
  now: Date,
): Promise<StoredUpload> {
  const prepared = await prepareUpload(bucket, upload.path, upload.kind)
  if (prepared.kind === 'rejected') return prepared
  const name = await putFile(upload.name, prepared, now)
  const { id = randomUUID(), texts = {}, record } = upload
  const found = Object.entries(prepared.texts).filter(([, text]) => text)
  const url = await db.transaction(async (tx) => {
    const stored = await tx
      .insert(media)
      .values({
        id,
        name,
        file: name,
        ...prepared.columns,
        ...toFileTexts(texts),
        ...Object.fromEntries(found),
        uploadedBy: by.id,
      })
      .onConflictDoNothing()
      .returning({ id: media.id })
    if (stored.length === 0) return undefined
    const url = uploadUrl(name)
    if (record) await record(tx, { name, ...prepared.columns })
    else await recordAudit(tx, { by, action: 'image.upload', subjectId: url, subject: name })
    return url
  })
  if (url) return { kind: 'stored', url }
  await bucket.remove(name)
  const [first] = await db.select({ name: media.name }).from(media).where(eq(media.id, id))
  return first
    ? { kind: 'stored', url: uploadUrl(first.name) }
    : rejected(phrase('The file has been deleted.'))
}

type PreparedUpload = {
  kind: 'prepared'
  extension: string
  /** Those that depend on the file. */
  columns: Awaited<ReturnType<typeof describeImage>> & { duration: number | null }
  texts: FileTexts & { takenAt?: Date | null }
  /** @returns false if the name exists */
  put(name: string): Promise<boolean>
}

/** Checks a temporary file, and encodes it again if it is an image. @param kind that it must have */
export async function prepareUpload(
  bucket: Pick<Bucket, 'put' | 'putFile'>,
  path: string,
  kind?: MediaKind,
): Promise<PreparedUpload | { kind: 'rejected'; reason: string }> {
  const type = await findFileType(path)
  const isMedia = type !== undefined && isRecording(type)
  if (kind === 'image' ? isMedia : kind && !isMedia)
    return rejected(phrase('Choose {kind}.', { kind: formatsOf()[kind ?? 'image'] }))
  const { size: bytes } = await stat(path)
  if (!isMedia) {
    if (bytes > MAX_BYTES.image) return rejected(tooLargeText('image'))
    const encoded = await encodeUpload(path, type)
    if (encoded.kind === 'rejected') return encoded
    return {
      kind: 'prepared',
      extension: encoded.extension,
      columns: { ...(await describeImage(encoded)), duration: null },
      texts: readMetadata(encoded.metadata),
      put: (name) => bucket.put(name, encoded.bytes),
    }
  }
  const recording = await oneAtATime.run(() => readRecording(path, type.ext))
  if (recording.kind === 'rejected') return recording
  const { extension, mime, width, height, duration, texts } = recording
  const found = kindOf(mime)
  if (kind && kind !== found) return rejected(phrase('Choose {kind}.', { kind: formatsOf()[kind] }))
  if (bytes > MAX_BYTES[found]) return rejected(tooLargeText(found))
  return {
    kind: 'prepared',
    extension,
    columns: { mime, bytes, width, height, duration, perceptualHash: null },
    texts,
    put: (name) => bucket.putFile(name, path),
  }
}

/** Stores a file under a name that no other has. */
export async function putFile(
  original: string,
  { extension, put }: Pick<PreparedUpload, 'extension' | 'put'>,
  now: Date,
): Promise<string> {
  let at = now
  let name = uploadName(original, extension, at)
  while (!(await put(name))) {
    at = new Date(at.getTime() + 1)
    name = uploadName(original, extension, at)
  }
  return name
}

/** The columns that depend on the bytes of an image. */
export async function describeImage({
  bytes,
  extension,
  width,
  height,
}: Omit<EncodedImage, 'metadata'>): Promise<{
  mime: string
  bytes: number
  width: number
  height: number
  perceptualHash: bigint | null
}> {
  return {
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

/** Readers get smaller variants, so time matters more than the 4 % that optimal codes would save. */
const encodeJpeg: Encoder = (image) => image.jpeg({ quality: 88, optimiseCoding: false })

/** By file-type's extension. SVG may contain scripts. */
const ENCODERS: Readonly<Record<string, { extension: string; encode: Encoder }>> = {
  jpg: { extension: 'jpg', encode: encodeJpeg },
  png: { extension: 'png', encode: (image) => image.png() },
  apng: { extension: 'png', encode: (image) => image.png() },
  webp: { extension: 'webp', encode: (image) => image.webp({ quality: 88 }) },
  gif: { extension: 'png', encode: (image) => image.png() },
  heic: { extension: 'jpg', encode: encodeJpeg },
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
const encoding = createSemaphore(2)
/** Limits the memory for large images and recordings. */
const oneAtATime = createSemaphore(1)
/** An AVIF file of this size takes 140 MB, others less. */
const MAX_SMALL_PIXELS = 8_000_000

/** Removes metadata and polyglot content, applies the EXIF orientation, and keeps the first frame of an animation. */
export function encodeUpload(path: string, type: FileType): Promise<EncodedUpload> {
  return decodeUpload(path, type, (image, encode) => encode(image).toBuffer({ resolveWithObject: true }))
}

/** As `findFileType` returns it. */
type FileType = Awaited<ReturnType<typeof findFileType>>

type Encoded = { data: Buffer; info: { width: number; height: number } }

/**
 * @param toBytes encodes the image, whose longer side is at most `MAX_SIDE`; `encode` keeps the format
 */
export function decodeUpload(
  path: string,
  type: FileType,
  toBytes: (image: Sharp, encode: Encoder) => Promise<Encoded>,
): Promise<EncodedUpload> {
  return encoding.run(() => decode(path, type, toBytes))
}

async function decode(
  path: string,
  type: FileType,
  toBytes: (image: Sharp, encode: Encoder) => Promise<Encoded>,
): Promise<EncodedUpload> {
  const format = type && ENCODERS[type.ext]
  if (!format)
    return rejected(
      phrase('This file is not a supported image. Please choose a JPEG, PNG, WebP, AVIF, GIF or HEIC file.'),
    )
  try {
    const metadata = await sharp(path, { limitInputPixels: false }).metadata()
    const refusal = refuseImageSize(metadata)
    if (refusal) return rejected(refusal)
    const isHeic = type.ext === 'heic'
    const encode = async () => {
      // HEVC is patented, so sharp has no decoder for it.
      const source = isHeic ? await runMediaTask({ kind: 'decode-heic', path, maxSide: MAX_SIDE }) : path
      const image = sharp(source, { failOn: 'error', limitInputPixels: MAX_PHOTO_PIXELS, autoOrient: true })
        .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: MAX_SECONDS })
      return toBytes(image, format.encode)
    }
    const isSmall = !isHeic && metadata.width * metadata.height <= MAX_SMALL_PIXELS
    const { data: bytes, info } = await (isSmall ? encode() : oneAtATime.run(encode))
    const { width, height } = info
    return { kind: 'encoded', bytes, extension: format.extension, width, height, metadata }
  } catch {
    if (type.ext === 'heic') return rejected(heicFailed())
    return rejected(phrase('The image is damaged or incomplete. Please choose another.'))
  }
}

const heicFailed = () =>
  phrase(
    'The HEIC image cannot be read. Export the photo as JPEG and choose it again. To take JPEG photos with an iPhone, choose Settings > Camera > Formats > Most Compatible.',
  )

function rejected(reason: string): { kind: 'rejected'; reason: string } {
  return { kind: 'rejected', reason }
}
