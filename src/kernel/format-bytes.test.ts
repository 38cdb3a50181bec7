import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [2_460, '2.5 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1 MB'],
  [50_000_000, '50 MB'],
  [200 * 1024 ** 2, '209.7 MB'],
  [3_400_000_000, '3.4 GB'],
  [2e15, '2000 TB'],
])('formatBytes: %i is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
