import { createHash } from 'node:crypto'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { phrase } from '#kernel/text/phrase.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { lookFiles } from '#schema/looks.ts'
import { checkSvg } from '../rules/check-svg.ts'
import { type ImageKind, type LookImage, lookImageTooLarge, MAX_LOOK_IMAGE_BYTES } from '../rules/look.ts'
import { drawSvg } from './draw-svg.server.ts'

const MAX_PIXELS = 16_000_000
const MAX_SECONDS = 10
/** Three times the largest size in a header, for screens with a high pixel density. In pixels. */
const WORDMARK = { width: 1_600, height: 192 }
const MAX_WORDMARK_RATIO = 16
const ICON_SIDE = 512
const MIN_ICON_SIDE = 180
/** The part of a maskable icon that is always shown has 80 % of its width (W3C web app manifest). */
const SAFE_SHARE = 0.7

export type StoredImage = { kind: 'stored'; image: LookImage } | { kind: 'rejected'; reason: string }

type File = { name: string; bytes: Buffer }
type Drawn = { image: LookImage; files: File[] }

const oneAtATime = createSemaphore(1)

/**
 * Draws an uploaded image to the files that pages need. An SVG file is drawn and never served, since it may contain scripts.
 *
 * @param bytes a PNG, JPEG, WebP, AVIF or SVG file
 */
export async function storeLookImage(
  db: Db,
  kind: ImageKind,
  bytes: Buffer,
  now: Date,
): Promise<StoredImage> {
  const drawn = await oneAtATime.run(() => drawImage(kind, bytes))
  if ('reason' in drawn) return { kind: 'rejected', reason: drawn.reason }
  const { image, files } = drawn
  if (files.some((file) => file.bytes.length > MAX_LOOK_IMAGE_BYTES))
    return { kind: 'rejected', reason: phrase('The image has too many details. Choose a simpler one.') }
  const rows = files.map((file) => ({ image: image.hash, ...file, createdAt: now }))
  // The sweep must not delete an image that was uploaded again.
  await db
    .insert(lookFiles)
    .values(rows)
    .onConflictDoUpdate({
      target: [lookFiles.image, lookFiles.name],
      set: { bytes: sql`excluded.bytes`, createdAt: now },
    })
  return { kind: 'stored', image }
}

async function drawImage(kind: ImageKind, bytes: Buffer): Promise<Drawn | { reason: string }> {
  if (bytes.length > MAX_LOOK_IMAGE_BYTES) return { reason: lookImageTooLarge() }
  try {
    const opened = await openImage(kind, bytes)
    if ('reason' in opened) return opened
    return kind === 'wordmark' ? await drawWordmark(opened.image) : await drawIcon(opened.image)
  } catch {
    return { reason: phrase('The image is damaged or too complex. Choose another.') }
  }
}

async function openImage(kind: ImageKind, bytes: Buffer): Promise<{ image: Sharp } | { reason: string }> {
  const type = await fileTypeFromBuffer(bytes)
  const isSvg = type === undefined || type.mime === 'application/xml'
  if (isSvg) {
    const reason = checkSvg(bytes.toString('utf8'))
    if (reason) return { reason }
  } else if (!['png', 'jpg', 'webp', 'avif'].includes(type.ext))
    return { reason: phrase('Choose a PNG, JPEG or SVG file.') }
  // SVG images are drawn at the height in which they are used.
  const pixels = isSvg ? await drawSvg(bytes, kind === 'icon' ? ICON_SIDE : WORDMARK.height) : bytes
  const { width = 0, height = 0 } = await sharp(pixels, { limitInputPixels: MAX_PIXELS }).metadata()
  const [long, short] = [Math.max(width, height), Math.max(1, Math.min(width, height))]
  if (kind === 'icon') {
    if (long > short * 1.02)
      return {
        reason: phrase('The icon must be square. This image has {width} × {height} pixels.', {
          width,
          height,
        }),
      }
    if (!isSvg && short < MIN_ICON_SIDE)
      return { reason: phrase('The icon must have {min} × {min} pixels or more.', { min: MIN_ICON_SIDE }) }
  } else if (width > height * MAX_WORDMARK_RATIO || height > width)
    return {
      reason: phrase('The wordmark must be wider than it is high, at most {max} times.', {
        max: MAX_WORDMARK_RATIO,
      }),
    }
  const options = { failOn: 'error', limitInputPixels: MAX_PIXELS, autoOrient: true } as const
  return { image: sharp(pixels, options).timeout({ seconds: MAX_SECONDS }) }
}

async function drawWordmark(image: Sharp): Promise<Drawn> {
  const fitted = image.toColourspace('srgb').resize({ ...WORDMARK, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await fitted.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const pixels = () => sharp(data, { raw: { width, height, channels: info.channels } })
  const [png, avif] = await Promise.all([
    pixels().png({ compressionLevel: 9 }).toBuffer(),
    pixels().avif({ quality: 70, effort: 2 }).toBuffer(),
  ])
  return {
    image: { hash: hashOf('wordmark', data, width), width, height },
    files: [
      { name: 'wordmark.png', bytes: png },
      { name: 'wordmark.avif', bytes: avif },
    ],
  }
}

async function drawIcon(image: Sharp): Promise<Drawn> {
  const data = await image
    .toColourspace('srgb')
    .resize(ICON_SIDE, ICON_SIDE, { fit: 'cover' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  const square = () => sharp(data, { raw: { width: ICON_SIDE, height: ICON_SIDE, channels: 4 } })
  const png = (side: number) => square().resize(side, side).png({ compressionLevel: 9 }).toBuffer()
  const inner = Math.round(ICON_SIDE * SAFE_SHARE)
  const [small, apple, middle, large, padded] = await Promise.all([
    png(32),
    // Without transparency, which iOS shows as black.
    square().resize(180, 180).flatten({ background: 'white' }).png().toBuffer(),
    png(192),
    png(ICON_SIDE),
    png(inner),
  ])
  const maskable = await sharp({
    create: { width: ICON_SIDE, height: ICON_SIDE, channels: 3, background: 'white' },
  })
    .composite([{ input: padded }])
    .png({ compressionLevel: 9 })
    .toBuffer()
  return {
    image: { hash: hashOf('icon', data, ICON_SIDE), width: ICON_SIDE, height: ICON_SIDE },
    files: [
      { name: 'favicon.ico', bytes: toIco(small, 32) },
      { name: 'apple-touch-icon.png', bytes: apple },
      { name: 'icon-192.png', bytes: middle },
      { name: 'favicon.png', bytes: large },
      { name: 'icon-maskable-512.png', bytes: maskable },
    ],
  }
}

/** An icon file with one PNG image, which all browsers since Internet Explorer 11 accept. */
function toIco(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

function hashOf(kind: ImageKind, pixels: Buffer, width: number): string {
  return createHash('sha256').update(`${kind} ${width}\n`).update(pixels).digest('hex')
}

export function findLookFiles(db: Db, images: readonly string[]): Promise<(File & { image: string })[]> {
  const { image, name, bytes } = lookFiles
  if (images.length === 0) return Promise.resolve([])
  return db
    .select({ image, name, bytes })
    .from(lookFiles)
    .where(inArray(image, [...images]))
}

export async function findLookFile(
  db: Db,
  file: { image: string; name: string },
): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ bytes: lookFiles.bytes })
    .from(lookFiles)
    .where(and(eq(lookFiles.image, file.image), eq(lookFiles.name, file.name)))
  return row?.bytes
}

/** Deletes the images that no look shows, except those of the last day, whose form may be open. */
export async function deleteUnusedLookFiles(db: Db, now: Date): Promise<void> {
  const dayBefore = new Date(now.getTime() - DAY_MS)
  await db.transaction(async (tx) => {
    // The lock prevents that a look is saved with an image that this transaction deletes.
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.changeLook})`)
    await tx
      .delete(lookFiles)
      .where(
        and(
          lt(lookFiles.createdAt, dayBefore),
          sql`not exists (select from looks where looks.look::text like '%' || ${lookFiles.image} || '%')`,
        ),
      )
  })
}
