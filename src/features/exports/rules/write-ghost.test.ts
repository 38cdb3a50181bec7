import { expect, it } from 'vitest'
import { ghostPath } from './write-ghost.ts'

it.each([
  ['a.jpg', 'image/jpeg', 'content/images/a.jpg'],
  ['a.webp', 'image/webp', 'content/images/a.webp'],
  // The importer of Ghost 6 imports it as a file, and texts would point to a missing image.
  ['a.avif', 'image/avif', 'content/files/a.avif'],
  ['a.mp3', 'audio/mpeg', 'content/files/a.mp3'],
])('puts %s where Ghost finds it', (name, mime, path) => {
  expect(ghostPath({ name, mime })).toBe(path)
})
