import { describe, expect, it } from 'vitest'
import { shortAddress } from './short-address.ts'

describe('shortAddress', () => {
  it.each([
    ['2001:0db8:0000:0000:0000:0000:0000:0000', '2001:db8::'],
    ['0000:0000:0000:0000:0000:0000:0000:0001', '::1'],
    ['192.0.2.7', '192.0.2.7'],
    ['', ''],
    ['unknown', 'unknown'],
  ])('writes %j as %j', (address, short) => {
    expect(shortAddress(address)).toBe(short)
  })
})
