import { describe, expect, it } from 'vitest'
import { canEditFile, hasRightsEnded, imageAddress, imageSrcSet } from './library-file.ts'
import { parseMediaPath } from './variant.ts'

const image = { name: '1_ferry.jpg', key: '0123456789abcd', width: 700 }

describe('imageSrcSet', () => {
  it('ends with the first width that shows all pixels', () => {
    const sources = imageSrcSet({ ...image, format: 'avif' }).split(', ')
    expect(sources.map((source) => source.split(' ')[1])).toEqual(['160w', '320w', '480w', '640w', '700w'])
    expect(sources.at(-1)).toBe('/media/uploads/1_ferry.jpg/0123456789abcd/full-768.avif 700w')
    expect(imageSrcSet({ ...image, width: 100, format: 'webp' })).toMatch(/full-160\.webp 100w$/)
    expect(imageSrcSet({ ...image, width: 9_000, format: 'webp' })).toMatch(/full-1690\.webp 1690w$/)
  })

  it('has addresses that the server understands', () => {
    for (const source of imageSrcSet({ ...image, format: 'webp' }).split(', '))
      expect(parseMediaPath(source.split(' ')[0] ?? '')).toMatchObject({
        ratio: 'full',
        format: 'webp',
        upload: image.name,
        key: image.key,
      })
  })
})

it.each([
  [320, 'full-320'],
  [500, 'full-480'],
  [undefined, 'full-768'],
  [100, 'full-160'],
])('imageAddress has at most %s pixels', (largest, name) => {
  expect(imageAddress(image, largest)).toContain(name)
})

it.each([
  ['', false],
  ['2026-11-20', true],
  ['2026-11-21', false],
])('rights until "%s" have ended on 21 November: %s', (rightsEndOn, hasEnded) => {
  expect(hasRightsEnded({ rightsEndOn }, '2026-11-21')).toBe(hasEnded)
})

it.each([
  ['admin', true, true],
  ['editor', true, true],
  ['author', true, false],
  ['contributor', true, false],
] as const)('%s edits own images: %s, and those of others: %s', (role, own, others) => {
  expect(canEditFile({ id: 'a', role }, { uploadedBy: 'a' })).toBe(own)
  expect(canEditFile({ id: 'a', role }, { uploadedBy: 'b' })).toBe(others)
  expect(canEditFile({ id: 'a', role }, { uploadedBy: null })).toBe(others)
})
