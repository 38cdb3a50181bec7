import { describe, expect, it } from 'vitest'
import { isUuid } from './uuid.ts'

const id = '0b4f6f3e-9d2c-4a52-8f5e-0c8f7f1f6a11'

describe('isUuid', () => {
  it.each([
    [id, true],
    [id.toUpperCase(), false],
    [`${id}\n`, false],
    [` ${id}`, false],
    ['', false],
    ['00000000-0000-0000-0000-00000000000g', false],
  ])('%j is %s', (text, expected) => {
    expect(isUuid(text)).toBe(expected)
  })
})
