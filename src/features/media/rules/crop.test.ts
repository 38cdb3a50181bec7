import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cropOf } from './crop.ts'

const image = { width: 1_000, height: 500 }

it.each([
  ['the middle', { x: 0.5, y: 0.5 }, { left: 250, top: 0, width: 500, height: 500 }],
  ['a point near the left edge', { x: 0.1, y: 0.5 }, { left: 0, top: 0, width: 500, height: 500 }],
  ['the right edge', { x: 1, y: 1 }, { left: 500, top: 0, width: 500, height: 500 }],
  ['a point right of the middle', { x: 0.6, y: 0.2 }, { left: 350, top: 0, width: 500, height: 500 }],
])('keeps %s in a square', (_, focalPoint, crop) => {
  expect(cropOf(image, { width: 1, height: 1 }, focalPoint)).toEqual(crop)
})

it('is inside the image, as large as possible, and contains the focal point', () => {
  const side = fc.integer({ min: 1, max: 4_000 })
  const size = fc.record({ width: side, height: side })
  const fraction = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(size, size, fc.record({ x: fraction, y: fraction }), (image, shape, focalPoint) => {
      const { left, top, width, height } = cropOf(image, shape, focalPoint)
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
      expect(left + width).toBeLessThanOrEqual(image.width)
      expect(top + height).toBeLessThanOrEqual(image.height)
      expect(width === image.width || height === image.height).toBe(true)
      expect(focalPoint.x * image.width).toBeGreaterThanOrEqual(left - 1)
      expect(focalPoint.x * image.width).toBeLessThanOrEqual(left + width + 1)
      expect(focalPoint.y * image.height).toBeGreaterThanOrEqual(top - 1)
      expect(focalPoint.y * image.height).toBeLessThanOrEqual(top + height + 1)
    }),
  )
})
