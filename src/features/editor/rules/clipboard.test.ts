import { describe, expect, it } from 'vitest'
import { MAX_BATCH_BYTES } from '#features/collaboration/rules/step-limits.ts'
import { findPastedImage, MAX_PASTED_CHARACTERS } from './clipboard.ts'

function clipboard(texts: Record<string, string>, ...fileTypes: string[]) {
  const files = fileTypes.map((type) => new File(['x'], 'a', { type }))
  return {
    types: [...Object.keys(texts), ...(files.length > 0 ? ['Files'] : [])],
    files: files as unknown as FileList,
    getData: (type: string) => texts[type] ?? '',
  }
}

describe('findPastedImage', () => {
  it.each([
    ['a screenshot', clipboard({}, 'image/png'), 'image/png'],
    [
      'an image copied from a web page',
      clipboard({ 'text/html': '<img src="a.png">' }, 'image/png'),
      'image/png',
    ],
    ['the image among files', clipboard({}, 'application/pdf', 'image/jpeg'), 'image/jpeg'],
    [
      'no image that a word processor adds to text',
      clipboard({ 'text/plain': 'Tea' }, 'image/png'),
      undefined,
    ],
    ['no other file', clipboard({}, 'application/pdf'), undefined],
  ])('finds %s', (_, copied, type) => {
    expect(findPastedImage(copied)?.type).toBe(type)
  })
})

it('limits pasted text to what a batch of steps may contain, in any script', () => {
  expect(Buffer.byteLength(JSON.stringify('字'.repeat(MAX_PASTED_CHARACTERS)))).toBeLessThan(MAX_BATCH_BYTES)
})
