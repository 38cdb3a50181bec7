import { describe, expect, it } from 'vitest'
import { chooseEncoding } from './accept-encoding.ts'

describe('chooseEncoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['deflate', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', 'identity'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['BR', 'br'],
    ['gzip ; Q=0 , br ; q=0.001', 'br'],
    ['identity', 'identity'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity;q=0.5, *;q=0', 'identity'],
    ['br;q=much', 'identity'],
    ['br;q=-1', 'identity'],
    [',;,=', 'identity'],
    ['brotli, xgzip', 'identity'],
  ])('%j selects %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding)
    expect(chooseEncoding(header), 'from memory').toBe(encoding)
  })

  it('returns correct results beyond the size of its cache', () => {
    for (let i = 0; i < 1200; i++) expect(chooseEncoding(`br;q=0.5, gzip, x${i}`)).toBe('gzip')
    expect(chooseEncoding('br, x-new')).toBe('br')
  })
})
