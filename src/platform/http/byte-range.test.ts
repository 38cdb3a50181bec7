import { expect, it } from 'vitest'
import { parseByteRange } from './byte-range.ts'

it.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', null],
  ['bytes=-0', null],
  [undefined, undefined],
  ['bytes=-', undefined],
  ['bytes=20-10', undefined],
  ['bytes=0-1,5-9', undefined],
  ['items=0-1', undefined],
  ['bytes=0x1-2', undefined],
  ['bytes=0-99999999999999999999', undefined],
])('reads %j of 100 bytes', (header, range) => {
  expect(parseByteRange(header, 100)).toEqual(range)
})

it('has no bytes of an empty file', () => {
  expect(parseByteRange('bytes=0-', 0)).toBeNull()
})
