import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { DEFAULT_LOOK, type ImageKind, type Look } from '../rules/look.ts'
import { MAX_LOOK_FILE_BYTES, parseLookFile } from '../rules/look-file.ts'
import { drawSvg } from './draw-svg.server.ts'
import { exportLook, importLook } from './look-file.server.ts'
import { findLookFiles, storeLookImage } from './look-images.server.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())
// As in the server, which opens no SVG files itself.
vi.stubEnv('VIPS_BLOCK_UNTRUSTED', '1')

const NOW = new Date('2026-11-30T12:00:00Z')
const svg = (content: string, size = 'width="400" height="80"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`,
  )
const RECT = '<rect width="400" height="80" fill="#0b4a33"/>'
/** Has more than the 256 colours of a palette. */
const GRADIENT =
  '<linearGradient id="a"><stop stop-color="#b40"/><stop offset="1" stop-color="#04b" stop-opacity=".2"/></linearGradient><rect width="400" height="80" fill="url(#a)"/>'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#0b4a33' } })
    .png()
    .toBuffer()

async function store(kind: ImageKind, bytes: Buffer) {
  const outcome = await storeLookImage(db, kind, bytes, NOW)
  return outcome.kind === 'stored' ? outcome.image : outcome.reason
}

async function stored(kind: ImageKind, bytes: Buffer) {
  const image = await store(kind, bytes)
  if (typeof image === 'string') throw new Error(image)
  return image
}

async function filesOf(hash: string): Promise<Record<string, Buffer>> {
  return Object.fromEntries((await findLookFiles(db, [hash])).map(({ name, bytes }) => [name, bytes]))
}

describe('a wordmark', () => {
  it('from an SVG file is drawn to PNG and AVIF files of the height that pages need', async () => {
    const image = await stored('wordmark', svg(RECT, 'width="480" height="96"'))
    expect(image).toMatchObject({ width: 960, height: 192 })
    const files = await filesOf(image.hash)
    expect(Object.keys(files).sort()).toEqual(['wordmark.avif', 'wordmark.png'])
    expect(await sharp(files['wordmark.png']).metadata()).toMatchObject({
      format: 'png',
      width: 960,
      height: 192,
    })
    expect(await sharp(files['wordmark.avif']).metadata()).toMatchObject({ format: 'heif', width: 960 })
    const { dominant } = await sharp(files['wordmark.png']).stats()
    expect(dominant.g).toBeGreaterThan(dominant.r)
  })

  it.each([
    ['a script', '<script>alert(1)</script>', 'scripts'],
    ['an image', '<image href="file:///etc/passwd" width="9" height="9"/>', 'images'],
    ['an image with a prefix', '<svg:image xlink:href="https://evil.example/x"/>', 'images'],
    ['a filter with an unusual prefix', '<a.é:filter xmlns:a.é="http://www.w3.org/2000/svg"/>', 'filters'],
    [
      'foreign content',
      '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>',
      'foreign',
    ],
    ['a filter', '<filter id="a"><feTurbulence/></filter>', 'filters'],
    ['nested uses', '<use href="#a"/>'.repeat(300), 'too complex'],
  ])('with %s is refused', async (_, content, reason) => {
    expect(await store('wordmark', svg(content))).toContain(reason)
  })

  it('that would be drawn for hours is refused after a moment, and the next is drawn', async () => {
    const group = (id: number, content: string) => `<g id="g${id}">${content.repeat(20)}</g>`
    const groups = Array.from({ length: 9 }, (_, id) =>
      group(id, id === 0 ? RECT : `<use xlink:href="#g${id - 1}"/>`),
    )
    const bomb = svg(`<defs>${groups.join('')}</defs><use xlink:href="#g8"/>`)
    await expect(drawSvg(bomb, 192, 500)).rejects.toMatchObject({ signal: 'SIGKILL' })
    expect(await stored('wordmark', svg(RECT))).toMatchObject({ height: 192 })
  })

  it('that expands entities is refused', async () => {
    const bomb = Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>`)
    expect(await store('wordmark', bomb)).toContain('declarations')
  })

  it.each([
    ['text', Buffer.from('hello')],
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a cut PNG file', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a GIF file', Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
    ['an SVG file of immense size', svg(RECT, 'width="4000000" height="1000000" viewBox="0 0 4 1"')],
    ['more than 1 MB', Buffer.alloc(1_048_577)],
  ])('from %s is refused', async (_, bytes) => {
    expect(await store('wordmark', bytes)).toEqual(expect.any(String))
  })

  it('that is higher than wide is refused', async () => {
    expect(await store('wordmark', await plain(80, 400))).toContain('wider than it is high')
  })

  it('whose files would be too large is refused with a reason', async () => {
    const pixels = randomBytes(1_600 * 192 * 4)
    const noise = sharp(pixels, { raw: { width: 1_600, height: 192, channels: 4 } })
    expect(await store('wordmark', await noise.webp({ quality: 60 }).toBuffer())).toContain(
      'too many details',
    )
  })
})

describe('an icon', () => {
  const square = (side: number) => plain(side, side)

  it('is drawn in all sizes that browsers and phones need', async () => {
    const files = await filesOf((await stored('icon', await square(300))).hash)
    const sizes = Object.fromEntries(
      await Promise.all(
        Object.entries(files)
          .filter(([name]) => name.endsWith('.png'))
          .map(async ([name, bytes]) => [name, (await sharp(bytes).metadata()).width]),
      ),
    )
    expect(sizes).toEqual({
      'apple-touch-icon.png': 180,
      'favicon.png': 512,
      'icon-192.png': 192,
      'icon-maskable-512.png': 512,
    })
    // ICO: one image of 32 × 32 pixels, which is a PNG file.
    const ico = files['favicon.ico'] ?? Buffer.alloc(0)
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
    expect(await sharp(ico.subarray(ico.readUInt32LE(18))).metadata()).toMatchObject({
      format: 'png',
      width: 32,
    })
  })

  it('that is not square or too small is refused', async () => {
    expect(await store('icon', await plain(400, 80))).toContain('square')
    expect(await store('icon', await square(64))).toContain('180 × 180')
  })
})

describe('an exported look', () => {
  it('moves the look with its images to another newspaper', async () => {
    const look: Look = {
      ...DEFAULT_LOOK,
      accent: '#0b4a33',
      tagline: 'Unabhängig seit 1887',
      wordmark: await stored('wordmark', svg(GRADIENT)),
      icon: await stored('icon', svg('<circle cx="40" cy="40" r="40"/>', 'width="80" height="80"')),
    }
    const text = await exportLook(db, look)
    await database.pool.query('delete from look_files')
    expect(await importLook(db, text, NOW)).toEqual({ kind: 'read', look })
    expect((await findLookFiles(db, [look.wordmark?.hash ?? '', look.icon?.hash ?? ''])).length).toBe(7)
  })

  const file = (change: object) =>
    JSON.stringify({ format: 'masthead-look', version: 1, look: DEFAULT_LOOK, images: {}, ...change })
  const hash = 'a'.repeat(64)
  const image = { hash, width: 10, height: 10 }
  it.each([
    ['something else', 'hello', 'not JSON'],
    ['an array', '[]', 'not a valid exported look'],
    ['another format', file({ format: 'theme' }), 'format'],
    ['a colour that ends the style', file({ look: { ...DEFAULT_LOOK, accent: '#fff}</style>' } }), 'accent'],
    ['a colour that is too light', file({ look: { ...DEFAULT_LOOK, accent: '#ffcc00' } }), 'nearest'],
    [
      'an image with another name',
      file({ look: { ...DEFAULT_LOOK, icon: { ...image, hash: '../x' } } }),
      'icon',
    ],
    ['an image that is missing', file({ look: { ...DEFAULT_LOOK, icon: image } }), 'does not contain'],
    ['too many images', file({ images: { a: '', b: '', c: '', d: '' } }), 'images'],
    ['too much', ' '.repeat(MAX_LOOK_FILE_BYTES + 1), 'larger than'],
    ['deep nesting', '['.repeat(100_000), 'not JSON'],
  ])('with %s is refused with a reason', (_, text, reason) => {
    expect(parseLookFile(text)).toEqual({ reason: expect.stringContaining(reason) })
  })

  it('with an image that is none is refused with a reason', async () => {
    const text = file({ look: { ...DEFAULT_LOOK, icon: image }, images: { [hash]: 'aGVsbG8=' } })
    expect(await importLook(db, text, NOW)).toMatchObject({
      kind: 'rejected',
      reason: expect.stringContaining('icon'),
    })
  })
})
