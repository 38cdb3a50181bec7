import { expect, it } from 'vitest'
import { type ImageSize, refuseImageSize } from './image-size.ts'

it.each<[string, ImageSize, RegExp | undefined]>([
  ['a photograph of 61 megapixels', { width: 9_504, height: 6_336, format: 'jpeg' }, undefined],
  ['a photograph of 102 megapixels', { width: 11_648, height: 8_736, format: 'jpeg' }, undefined],
  ['a large WebP', { width: 11_648, height: 8_736, format: 'webp' }, undefined],
  ['a larger photograph', { width: 14_204, height: 10_652, format: 'jpeg' }, /maximum is 120 million\. Make/],
  [
    'a progressive one of 61',
    { width: 9_504, height: 6_336, format: 'jpeg', isProgressive: true },
    undefined,
  ],
  [
    'a progressive one of 102',
    { width: 11_648, height: 8_736, format: 'jpeg', isProgressive: true },
    /maximum is 80 million/,
  ],
  ['a PNG of 102', { width: 11_648, height: 8_736, format: 'png' }, undefined],
  ['a larger PNG', { width: 14_204, height: 10_652, format: 'png' }, /maximum is 120 million\. Make/],
  [
    'an interlaced PNG of 61',
    { width: 9_504, height: 6_336, format: 'png', isProgressive: true },
    /maximum is 50 million\. Photographs can/,
  ],
  ['a GIF of 61', { width: 9_504, height: 6_336, format: 'gif' }, /maximum is 50 million/],
  ['an AVIF of 61', { width: 9_504, height: 6_336, format: 'heif' }, /maximum is 50 million/],
  ['a panorama', { width: 24_000, height: 2_000, format: 'jpeg' }, undefined],
  ['a banner', { width: 40, height: 1, format: 'gif' }, undefined],
  ['a line of 40 million pixels', { width: 1, height: 40_000_000, format: 'png' }, /too narrow.*40 times/],
  ['a short line', { width: 41, height: 1, format: 'png' }, /too narrow/],
])('decides on %s', (_, size, reason) => {
  if (reason) expect(refuseImageSize(size)).toMatch(reason)
  else expect(refuseImageSize(size)).toBeUndefined()
})
