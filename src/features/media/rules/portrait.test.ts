import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  cropSquare,
  MIN_SIDE,
  moveCrop,
  portraitCrop,
  sideOfZoom,
  WHOLE_IMAGE,
  zoomOfSide,
} from './portrait.ts'

const sizes = fc.record({
  width: fc.integer({ min: 1, max: 3_000 }),
  height: fc.integer({ min: 1, max: 3_000 }),
})
const crops = fc.record({
  x: fc.double({ min: 0, max: 1, noNaN: true }),
  y: fc.double({ min: 0, max: 1, noNaN: true }),
  side: fc.double({ min: MIN_SIDE, max: 1, noNaN: true }),
})

it.each([
  [{ width: 300, height: 200 }, WHOLE_IMAGE, { left: 50, top: 0, width: 200, height: 200 }],
  [
    { width: 200, height: 300 },
    { x: 0.5, y: 0, side: 1 },
    { left: 0, top: 0, width: 200, height: 200 },
  ],
  [
    { width: 400, height: 200 },
    { x: 1, y: 1, side: 0.5 },
    { left: 300, top: 100, width: 100, height: 100 },
  ],
])('cuts a square out of %o', (size, crop, square) => {
  expect(cropSquare(size, crop)).toEqual(square)
})

it('stays inside the image, wherever it is moved', () => {
  const distance = fc.integer({ min: -5_000, max: 5_000 })
  fc.assert(
    fc.property(sizes, crops, distance, distance, (size, crop, x, y) => {
      for (const one of [crop, moveCrop(size, crop, { x, y })]) {
        expect(portraitCrop.safeParse(one).success).toBe(true)
        const { left, top, width, height } = cropSquare(size, one)
        expect(width).toBe(height)
        expect(width).toBeGreaterThan(0)
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
        expect(left + width).toBeLessThanOrEqual(size.width)
        expect(top + height).toBeLessThanOrEqual(size.height)
      }
    }),
  )
})

it('accepts every position of the zoom', () => {
  for (let percent = 0; percent <= 100; percent++) {
    const side = sideOfZoom(percent / 100)
    expect(portraitCrop.safeParse({ ...WHOLE_IMAGE, side }).success).toBe(true)
    expect(Math.round(zoomOfSide(side) * 100)).toBe(percent)
  }
  expect([sideOfZoom(0), sideOfZoom(1)]).toEqual([1, MIN_SIDE])
})

it('moves by pixels', () => {
  const size = { width: 300, height: 200 }
  expect(cropSquare(size, moveCrop(size, WHOLE_IMAGE, { x: 20, y: 20 })).left).toBe(70)
  expect(cropSquare(size, moveCrop(size, WHOLE_IMAGE, { x: -80, y: 0 })).left).toBe(0)
})

it.each([
  {},
  { x: '0', y: '0', side: '0.19' },
  { x: '2', y: '0', side: '1' },
  { x: 'left', y: '0', side: '1' },
])('rejects %o', (parameters) => {
  expect(portraitCrop.safeParse(parameters).success).toBe(false)
})
