import { describe, expect, it } from 'vitest'
import { fileForm, formatFocalPoint, parseFocalPoint, TEXT_LIMITS } from './file-form.ts'

const EMPTY = {
  ...{ alt: '', isDecorative: false, caption: '', credit: '', source: '', people: '', keywords: '' },
  ...{ rightsNote: '', rightsEndOn: '', focalPoint: '' },
}

describe('fileForm', () => {
  it('cleans texts, and stores markup as text', () => {
    const typed = { ...EMPTY, alt: ' A\0 ferry\u200b\n  leaves ', caption: '<img src=x onerror=alert(1)>' }
    expect(fileForm.parse(typed)).toMatchObject({ alt: 'A ferry leaves', caption: typed.caption })
  })

  it('gives decorative images no alternative text', () => {
    expect(fileForm.parse({ ...EMPTY, alt: 'A ferry', isDecorative: true }).alt).toBe('')
  })

  it.each([
    ['alt', 'x'.repeat(TEXT_LIMITS.alt + 1)],
    ['caption', 'x'.repeat(TEXT_LIMITS.caption + 1)],
    ['rightsEndOn', '2026-02-30'],
    ['rightsEndOn', 'tomorrow'],
    ['focalPoint', '2,0'],
    ['focalPoint', '1.5,0.5'],
    ['focalPoint', 'NaN,0'],
  ])('rejects %s "%s"', (name, value) => {
    const parsed = fileForm.safeParse({ ...EMPTY, [name]: value })
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[name]])
  })
})

it.each([
  [null, ''],
  [{ x: 0.25, y: 1 }, '0.25,1'],
  [{ x: 1 / 3, y: 0 }, '0.3333,0'],
])('formats and parses the focal point %o', (point, text) => {
  expect(formatFocalPoint(point)).toBe(text)
  expect(formatFocalPoint(parseFocalPoint(text) ?? null)).toBe(text)
})

it('clamps a focal point to the image', () => {
  expect(formatFocalPoint({ x: -0.1, y: 1.2 })).toBe('0,1')
})
