import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { findFileType } from './find-file-type.server.ts'
import { readMetadata } from './read-metadata.server.ts'
import { encodeUpload } from './store-upload.server.ts'

const image = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })

const dir = await mkdtemp(join(tmpdir(), 'uploads-'))
afterAll(() => rm(dir, { recursive: true }))

async function encode(bytes: Uint8Array) {
  const path = join(dir, 'upload')
  await writeFile(path, bytes)
  return encodeUpload(path, await findFileType(path))
}

async function encoded(bytes: Uint8Array) {
  const result = await encode(bytes)
  if (result.kind === 'rejected') throw new Error(result.reason)
  return result
}

/** The beginning of a HEIC file (ISO/IEC 23008-12). */
function heicOf(brand: string): Buffer {
  const header = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`, 'latin1')
  return Buffer.concat([header, Buffer.alloc(4_096)])
}

const heicPhoto = () => readFile(join(import.meta.dirname, '../testing/files/phone.heic'))

function distance(pixel: readonly number[], expected: readonly number[]): number {
  return Math.max(...expected.map((value, index) => Math.abs(value - (pixel[index] ?? Number.NaN))))
}

/** Changes the size that a HEIC photo declares (ISO/IEC 23008-12, `ispe`). */
function withHeicSize(photo: Buffer, side: number): Buffer {
  const size = photo.indexOf('ispe') + 8
  photo.writeUInt32BE(side, size)
  photo.writeUInt32BE(side, size + 4)
  return photo
}

/** A tiny PNG with false dimensions. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

describe('encodeUpload', () => {
  it.each([
    ['jpeg', 'jpg', 'jpeg'],
    ['png', 'png', 'png'],
    ['webp', 'webp', 'webp'],
    ['gif', 'png', 'png'],
    ['avif', 'avif', 'heif'],
  ] as const)('takes %s', async (format, extension, made) => {
    const result = await encoded(await image().toFormat(format).toBuffer())
    expect(result.extension).toBe(extension)
    expect(await sharp(result.bytes).metadata()).toMatchObject({ format: made, width: 64, height: 48 })
  })

  it('applies the EXIF orientation and removes the location', async () => {
    const gps = { IFD3: { GPSLatitude: '51/1 30/1 0/1' }, IFD0: { Make: 'Camera' } }
    const sideways = await image(64, 32).withExif(gps).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { exif, ...metadata } = await sharp((await encoded(sideways)).bytes).metadata()
    expect(exif).toBeUndefined()
    expect(metadata).toMatchObject({ width: 32, height: 64 })
  })

  it('scales a photograph of 61 megapixels down', async () => {
    const { bytes } = await encoded(await image(9504, 6336).jpeg().toBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 2560, height: 1707 })
  })

  it('limits the size of images', async () => {
    const { bytes } = await encoded(await image(3000, 1500).png().toBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 2560, height: 1280 })
  })

  it.each<[string, (jpeg: Buffer) => Buffer | Promise<Buffer>]>([
    ['an HTML page appended', (jpeg) => Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])],
    [
      'an archive behind it',
      (jpeg) => Buffer.concat([jpeg, Buffer.from('PK\x03\x04<script>alert(1)</script>')]),
    ],
    [
      'a page in its comment',
      (jpeg) => {
        const text = Buffer.from('*/<script>alert(1)</script>/*')
        const mark = Buffer.from([0xff, 0xfe, 0, text.length + 2])
        return Buffer.concat([jpeg.subarray(0, 2), mark, text, jpeg.subarray(2)])
      },
    ],
    [
      'a page in its metadata',
      () =>
        image()
          .withExif({ IFD0: { Copyright: '<script>alert(1)</script>' } })
          .jpeg()
          .toBuffer(),
    ],
  ])('keeps the image and drops %s', async (_, hide) => {
    const polyglot = await hide(await image().jpeg().toBuffer())
    expect(polyglot.includes('<script>')).toBe(true)
    const { bytes } = await encoded(polyglot)
    expect(bytes.includes('script')).toBe(false)
    expect(bytes.includes('PK\x03\x04')).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 64, height: 48 })
  })

  it('reads a HEIC photo with its colours, caption and time, but not its position', async () => {
    const { bytes, extension, metadata } = await encoded(await heicPhoto())
    expect(extension).toBe('jpg')
    const { exif, icc, ...stored } = await sharp(bytes).metadata()
    expect(stored).toMatchObject({ format: 'jpeg', width: 96, height: 64 })
    expect([exif, icc]).toEqual([undefined, undefined])
    const [left = [], right = []] = await Promise.all(
      [0, 64].map(async (left) => [
        ...(await sharp(bytes)
          .extract({ left, top: 0, width: 32, height: 64 })
          .resize(1, 1)
          .raw()
          .toBuffer()),
      ]),
    )
    // Stored as Display P3, and so not in these numbers.
    expect(distance(left, [208, 32, 32])).toBeLessThan(8)
    expect(distance(right, [32, 32, 208])).toBeLessThan(8)
    expect(readMetadata(metadata)).toMatchObject({
      caption: 'A stethoscope',
      credit: 'Ada Lane',
      takenAt: new Date('2026-06-01T09:00:00Z'),
    })
  })

  const UNSUPPORTED = /This file is not a supported image/
  const HEIC = /^The HEIC image cannot be read\. Export the photo as JPEG/
  const DAMAGED = /damaged or incomplete/
  const TOO_LARGE = /maximum is 50 million/

  it.each<[string, RegExp, () => Buffer | Promise<Buffer>]>([
    ['an empty file', UNSUPPORTED, () => Buffer.alloc(0)],
    ['an SVG', UNSUPPORTED, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    [
      'an SVG with a prolog',
      UNSUPPORTED,
      () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ],
    ['an HTML page', UNSUPPORTED, () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an executable', UNSUPPORTED, () => Buffer.from('MZ\x90\x00\x03\x00\x00\x00')],
    ['a TIFF', UNSUPPORTED, () => image().tiff().toBuffer()],
    ['the beginning of a HEIC photo', HEIC, () => heicOf('heic')],
    ['a HEIC photo of another device without an image', HEIC, () => heicOf('heix')],
    ['a truncated HEIC photo', HEIC, async () => (await heicPhoto()).subarray(0, 1_300)],
    ['a HEIC photo of 64 million pixels', TOO_LARGE, async () => withHeicSize(await heicPhoto(), 8_000)],
    ['a HEIC photo that declares another size', HEIC, async () => withHeicSize(await heicPhoto(), 7_000)],
    ['a PDF', UNSUPPORTED, () => Buffer.from('%PDF-1.7\n')],
    [
      'a script that begins like a GIF',
      DAMAGED,
      () => Buffer.from('GIF89a/*\x00\x00*/=1;alert(1)//'.padEnd(200)),
    ],
    ['the first bytes of a JPEG', DAMAGED, () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['a truncated JPEG', DAMAGED, async () => (await image(800, 600).jpeg().toBuffer()).subarray(0, 3000)],
    ['a truncated PNG', DAMAGED, async () => (await image(800, 600).png().toBuffer()).subarray(0, 900)],
    ['a bomb of 64 million pixels', DAMAGED, () => pngOf(8000, 8000)],
    ['a bomb of four thousand million pixels', /maximum is 120 million/, () => pngOf(65_000, 65_000)],
    ['a line of 40 million pixels', /too narrow/, () => pngOf(1, 40_000_000)],
  ])('rejects %s', async (_, reason, make) => {
    expect(await encode(await make())).toEqual({
      kind: 'rejected',
      reason: expect.stringMatching(reason),
    })
  })
})
