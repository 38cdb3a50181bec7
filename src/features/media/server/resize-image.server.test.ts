import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { EMAIL_IMAGE, type PageImage, SHARE_IMAGE, type Variant } from '../rules/variant.ts'
import { isSupportedImage, resizeImage } from './resize-image.server.ts'

const hero: PageImage = { ratio: '16:9', width: 640, format: 'webp' }

/** An image with a red left half and a blue right half. */
function halves(width: number, height: number): Sharp {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: 'blue' }
  return sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: { create: half }, gravity: 'east' },
  ])
}

/** Red, green, blue and alpha at fractions of the width and height. */
async function colourAt(bytes: Uint8Array, across: number, down: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(down * info.height) * info.width + Math.floor(across * info.width)) * info.channels
  return [...data.subarray(at, at + 4)]
}

async function resized(bytes: Uint8Array, variant: Variant = hero): Promise<Buffer> {
  const result = await resizeImage(bytes, variant)
  if (!result) throw new Error('The image was taken for broken')
  return result
}

const animation = () =>
  Promise.all(['red', 'lime'].map((background) => solid(64, 64, background).png().toBuffer())).then(
    (frames) =>
      sharp(frames, { join: { animated: true } })
        .gif({ delay: [100, 100] })
        .toBuffer(),
  )

const solid = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

describe('isSupportedImage', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('accepts %s by its bytes', async (format) => {
    expect(await isSupportedImage(await halves(32, 32).toFormat(format).toBuffer())).toBe(true)
  })

  it.each<[string, string | Promise<Buffer>]>([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an SVG with a prolog', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an HTML page', '<!doctype html><title>Not found</title>'],
    ['a TIFF', halves(8, 8).tiff().toBuffer()],
    ['a PDF', '%PDF-1.7\n'],
    ['an empty file', ''],
  ])('rejects %s', async (_, content) => {
    const bytes = await content
    expect(await isSupportedImage(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)).toBe(false)
  })
})

describe('resizeImage', () => {
  const large = halves(1600, 1200).jpeg().toBuffer()
  it.each<[Variant, { width: number; height: number }]>([
    [
      { ratio: '16:9', width: 1280, format: 'webp' },
      { width: 1280, height: 720 },
    ],
    [
      { ratio: '16:9', width: 160, format: 'avif' },
      { width: 160, height: 90 },
    ],
    [
      { ratio: '3:2', width: 480, format: 'webp' },
      { width: 480, height: 320 },
    ],
    [
      { ratio: '1:1', width: 320, format: 'webp' },
      { width: 320, height: 320 },
    ],
    [SHARE_IMAGE, { width: 1200, height: 630 }],
    [EMAIL_IMAGE, { width: 1280, height: 960 }],
  ])('makes %j', async (variant, size) => {
    const bytes = await resized(await large, variant)
    const { format, ...metadata } = await sharp(bytes).metadata()
    expect(metadata).toMatchObject(size)
    expect(format).toBe(variant.format === 'avif' ? 'heif' : variant.format)
  })

  it.each<[[number, number], PageImage['ratio'], { width: number; height: number }]>([
    [[300, 300], '16:9', { width: 300, height: 169 }],
    [[300, 90], '16:9', { width: 160, height: 90 }],
    [[200, 400], '3:2', { width: 200, height: 133 }],
    [[400, 100], '1:1', { width: 100, height: 100 }],
  ])('does not enlarge %j but keeps the ratio %s', async ([width, height], ratio, size) => {
    const small = await halves(width, height).png().toBuffer()
    expect(await sharp(await resized(small, { ...hero, ratio })).metadata()).toMatchObject(size)
  })

  it.each(['webp', 'avif'] as const)(
    'gives a picture of 40 px margins in %s, for pages not to enlarge it',
    async (format) => {
      const small = await solid(40, 40, 'red').png().toBuffer()
      const bytes = await resized(small, { ...hero, format })
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 640, height: 360 })
      expect(await colourAt(bytes, 0.1, 0.5)).toMatchObject({ 3: 0 })
      expect((await colourAt(bytes, 0.5, 0.5))[3]).toBe(255)
      const columns = await Promise.all(
        [0.46, 0.48, 0.52, 0.54].map((across) => colourAt(bytes, across, 0.5)),
      )
      expect(columns.map(([, , , alpha = 0]) => Math.round(alpha / 255))).toEqual([0, 1, 1, 0])
    },
  )

  it('applies the EXIF orientation and removes the metadata', async () => {
    const exif = { IFD0: { Copyright: 'Somebody', Make: 'Camera' } }
    const sideways = await halves(400, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await sharp(sideways).metadata()).exif).toBeDefined()

    const bytes = await resized(sideways, { ratio: '1:1', width: 160, format: 'webp' })
    const { exif: kept, icc, xmp, orientation } = await sharp(bytes).metadata()
    expect({ kept, icc, xmp, orientation }).toEqual({})
    // The left half of the file becomes the upper half.
    const tall = await resized(sideways, { ...hero, width: 1280 })
    expect(await sharp(tall).metadata()).toMatchObject({ width: 200, height: 113 })
    const [left, right] = [await colourAt(tall, 0.05, 0.5), await colourAt(tall, 0.95, 0.5)]
    expect(Math.abs((left[0] ?? 0) - (right[0] ?? 0))).toBeLessThan(20)
  })

  it.each(['webp', 'avif'] as const)('keeps transparency in %s', async (format) => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const png = await sharp({ create: { width: 320, height: 180, channels: 4, background: clear } })
      .composite([{ input: await solid(160, 180, 'red').png().toBuffer(), gravity: 'west' }])
      .png()
      .toBuffer()
    const bytes = await resized(png, { ...hero, format })
    expect((await colourAt(bytes, 0.9, 0.5))[3]).toBe(0)
    expect((await colourAt(bytes, 0.1, 0.5))[3]).toBe(255)
  })

  it('enlarges small share images and gives transparent ones a white background', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const png = await sharp({ create: { width: 60, height: 90, channels: 4, background: clear } })
      .png()
      .toBuffer()
    const bytes = await resized(png, SHARE_IMAGE)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(await colourAt(bytes, 0.5, 0.5)).toEqual([255, 255, 255, 255])
  })

  it('makes images of emails lighter than others of their size', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const photo = await sharp({
      create: { width: 1200, height: 630, channels: 3, background: 'gray', noise },
    })
      .jpeg()
      .toBuffer()
    const [email, share] = [await resized(photo, EMAIL_IMAGE), await resized(photo, SHARE_IMAGE)]
    expect(email.length).toBeLessThan(0.8 * share.length)
  })

  it('uses the first frame of an animation', async () => {
    const bytes = await resized(await animation(), { ratio: '1:1', width: 160, format: 'webp' })
    const { pages = 1, width, height } = await sharp(bytes).metadata()
    expect({ pages, width, height }).toEqual({ pages: 1, width: 160, height: 160 })
    const [red = 0, green = 255] = await colourAt(bytes, 0.5, 0.5)
    expect(red).toBeGreaterThan(200)
    expect(green).toBeLessThan(60)
  })

  it('shows the upper part of a truncated JPEG', async () => {
    const jpeg = await halves(800, 600).jpeg().toBuffer()
    expect(await resizeImage(jpeg.subarray(0, 3000), hero)).not.toBeNull()
  })

  it.each<[string, () => Promise<Uint8Array>]>([
    [
      'an interlaced bomb of 64 million pixels',
      () => solid(8000, 8000, 'white').png({ compressionLevel: 1, progressive: true }).toBuffer(),
    ],
    ['a line, which the share image would enlarge', () => solid(1, 5000, 'white').png().toBuffer()],
    ['a truncated PNG', async () => (await halves(800, 600).png().toBuffer()).subarray(0, 1500)],
    ['the first bytes of an image', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['an HTML page', async () => Buffer.from('<!doctype html>')],
  ])('answers null for %s', async (_, make) => {
    expect(await resizeImage(await make(), hero)).toBeNull()
  })
})

describe('resizeImage with a focal point', () => {
  const half = (background: string) =>
    sharp({ create: { width: 200, height: 200, channels: 3, background } })
      .png()
      .toBuffer()

  async function redAndBlue(orientation: number) {
    return sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } })
      .composite([{ input: await half('blue'), left: 200, top: 0 }])
      .jpeg()
      .withMetadata({ orientation })
      .toBuffer()
  }

  async function colourOf(bytes: Buffer, x: number, y = 0.5) {
    const variant = await resizeImage(bytes, { ratio: '1:1', width: 160, format: 'webp' }, { x, y })
    const { dominant } = await sharp(variant ?? undefined).stats()
    return dominant.r > dominant.b ? 'red' : 'blue'
  }

  it('keeps it in view', async () => {
    const bytes = await redAndBlue(1)
    expect([await colourOf(bytes, 0), await colourOf(bytes, 1)]).toEqual(['red', 'blue'])
  })

  it('counts from the corner that people see', async () => {
    // Turned by a quarter, the blue half is below.
    const bytes = await redAndBlue(6)
    expect([await colourOf(bytes, 0.5, 0), await colourOf(bytes, 0.5, 1)]).toEqual(['red', 'blue'])
  })

  it('has the size of the variant, and no larger than the image', async () => {
    const sizes = ([160, 1_690] as const).map(async (width) => {
      const variant = await resizeImage(
        await redAndBlue(1),
        { ratio: '16:9', width, format: 'webp' },
        { x: 0, y: 0 },
      )
      const { width: wide, height } = await sharp(variant ?? undefined).metadata()
      return [wide, height]
    })
    expect(await Promise.all(sizes)).toEqual([
      [160, 90],
      [355, 200],
    ])
  })

  it('shows an image whole, and does not enlarge it', async () => {
    const sizes = ([320, 1_690] as const).map(async (width) => {
      const variant = await resizeImage(await redAndBlue(6), { ratio: 'full', width, format: 'avif' })
      const { width: wide, height, exif } = await sharp(variant ?? undefined).metadata()
      return [wide, height, exif]
    })
    expect(await Promise.all(sizes)).toEqual([
      [200, 400, undefined],
      [200, 400, undefined],
    ])
  })
})
