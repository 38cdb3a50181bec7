import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, isReadable, nearestReadable, toDarkColour } from './contrast.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
  ])('of %s on %s is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2)
    expect(contrast(other, one)).toBeCloseTo(ratio, 2)
  })

  it('offers a readable colour for every colour, and derives a readable one for dark pages', () => {
    fc.assert(
      fc.property(colour, (any) => {
        const nearest = nearestReadable(any)
        expect(isReadable(nearest)).toBe(true)
        if (isReadable(any)) expect(nearest).toBe(any)
        for (const background of ['#131211', '#1c1a18'])
          expect(contrast(toDarkColour(any), background)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})
