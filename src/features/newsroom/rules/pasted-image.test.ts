import { describe, expect, it } from 'vitest'
import { findPastedImage, hasPastedImages } from './pasted-image.ts'

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

describe('hasPastedImages', () => {
  it.each([
    ['<p>Tea <IMG src="a.png"></p>', true],
    ['<p>Tea &lt;img&gt; <imgs></p>', false],
    ['', false],
  ])('finds images in %j: %s', (html, has) => {
    expect(hasPastedImages(clipboard({ 'text/plain': 'Tea', 'text/html': html }))).toBe(has)
  })
})
