import { describe, expect, it } from 'vitest'
import {
  EMAIL_IMAGE,
  FORMATS,
  heightOf,
  imageKey,
  listWidths,
  mediaPath,
  parseMediaPath,
  RATIOS,
  SHARE_IMAGE,
  srcSet,
  uploadMediaPath,
  uploadNameOf,
  WIDTHS,
} from './variant.ts'

const articleId = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const key = imageKey('https://example.org/a.jpg')

describe('mediaPath', () => {
  it('formats a variant', () => {
    expect(mediaPath({ articleId, imageKey: key, ratio: '16:9', width: 640, format: 'webp' })).toBe(
      `/media/${articleId}/${key}/16x9-640.webp`,
    )
  })

  it('is parsed by parseMediaPath, for every variant', () => {
    const all = RATIOS.flatMap((ratio) =>
      WIDTHS.flatMap((width) =>
        FORMATS.map((format) => ({ articleId, imageKey: key, ratio, width, format })),
      ),
    )
    const jpegs = [SHARE_IMAGE, EMAIL_IMAGE].map((image) => ({ articleId, imageKey: key, ...image }))
    expect([...all, ...jpegs].map((path) => parseMediaPath(mediaPath(path)))).toEqual([...all, ...jpegs])
  })
})

describe('parseMediaPath', () => {
  it.each([
    '/media/',
    `/media/${articleId}/${key}`,
    `/media/${articleId}/${key}/16x9-641.webp`,
    `/media/${articleId}/${key}/16x9-0640.webp`,
    `/media/${articleId}/${key}/5x4-640.webp`,
    `/media/${articleId}/${key}/16:9-640.webp`,
    `/media/${articleId}/${key}/16x9-640.png`,
    `/media/${articleId}/${key}/16x9-640.jpeg`,
    `/media/${articleId}/${key}/40x21-1200.webp`,
    `/media/${articleId}/${key}/40x21-640.jpeg`,
    `/media/${articleId}/${key}/full-960.jpeg`,
    `/media/${articleId}/${key}/16x9-640.WEBP`,
    `/media/${articleId}/${key}/16x9-640.webp/`,
    `/media/${articleId}/${key}/16x9-640.webp\n`,
    `/media/${articleId}/../${key}/16x9-640.webp`,
    `/media/${articleId}/${key.slice(1)}/16x9-640.webp`,
    `/media/..%2f..%2fetc/${key}/16x9-640.webp`,
    `/media/7/${key}/16x9-640.webp`,
    `/x/media/${articleId}/${key}/16x9-640.webp`,
    '/media/uploads/16x9-640.webp',
    '/media/uploads/.hidden/16x9-640.webp',
    '/media/uploads/../16x9-640.webp',
    '/media/uploads/a/b.jpg/16x9-640.webp',
    '/media/uploads/1_a.jpg/5x4-640.webp',
  ])('does not know %j', (pathname) => {
    expect(parseMediaPath(pathname)).toBeUndefined()
  })
})

describe('uploadMediaPath', () => {
  it('is parsed by parseMediaPath', () => {
    const path = { upload: '1_a.jpg', ratio: '16:9', width: 640, format: 'webp' } as const
    expect(uploadMediaPath(path)).toBe('/media/uploads/1_a.jpg/16x9-640.webp')
    expect(parseMediaPath(uploadMediaPath(path))).toEqual(path)
  })
})

describe('uploadNameOf', () => {
  it.each([
    ['/storage/article-images/1_a.jpg', '1_a.jpg'],
    ['/storage/article-images/../secret', undefined],
    ['/storage/article-images/', undefined],
    ['https://example.org/storage/article-images/1_a.jpg', undefined],
    ['', undefined],
  ])('returns for %j %j', (imageUrl, name) => {
    expect(uploadNameOf(imageUrl)).toBe(name)
  })
})

describe('srcSet', () => {
  it('lists every width up to the largest, with its descriptor', () => {
    const base = `/media/${articleId}/${key}/1x1`
    expect(srcSet({ articleId, imageKey: key, ratio: '1:1', format: 'avif', largest: 320 })).toBe(
      `${base}-160.avif 160w, ${base}-320.avif 320w`,
    )
    expect(srcSet({ articleId, imageKey: key, ratio: '1:1', format: 'avif' }).split(', ')).toHaveLength(
      WIDTHS.length,
    )
  })

  it('lists fewer widths in WebP', () => {
    expect(listWidths(1690, 'webp')).toEqual([320, 640, 1280, 1690])
    expect(listWidths(960, 'webp')).toEqual([320, 640, 960])
    expect(listWidths(160, 'webp')).toEqual([160])
  })
})

describe('heightOf', () => {
  it.each([
    ['16:9', 1280, 720],
    ['16:9', 160, 90],
    ['3:2', 480, 320],
    ['1:1', 96, 96],
    ['40:21', 1200, 630],
  ] as const)('gives %s at %i the height %i', (ratio, width, height) => {
    expect(heightOf(ratio, width)).toBe(height)
  })
})

describe('imageKey', () => {
  it('is stable and has 14 hexadecimal digits', () => {
    expect(imageKey('https://example.org/a.jpg')).toBe(key)
    expect(imageKey('')).toMatch(/^[0-9a-f]{14}$/)
    expect(imageKey('https://example.org/bild-für-alle.jpg')).toMatch(/^[0-9a-f]{14}$/)
  })

  it('differs for similar URLs', () => {
    const urls = Array.from({ length: 5000 }, (_, number) => `https://example.org/image-${number}.jpg`)
    expect(new Set(urls.map(imageKey)).size).toBe(urls.length)
  })
})
