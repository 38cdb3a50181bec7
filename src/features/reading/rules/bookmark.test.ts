import { describe, expect, test } from 'vitest'
import { parseBookmarks } from './bookmark.ts'

const REDUCED = {
  id: '7f0c1f0e-6a0e-4c56-9d51-0b5a3d2f8f11',
  title: 'Ferry returns',
  summary: 'The island has its <em>boat</em> back.',
  author: 'Ruth Adeyemi',
  category: 'Travel',
  imageUrl: '/media/7f0c1f0e-6a0e-4c56-9d51-0b5a3d2f8f11/0123456789abcd/3x2-480.webp',
  publishedAt: '2026-07-01T22:30:00.000Z',
}

const { imageUrl, publishedAt, ...SHARED } = REDUCED
const BLANK = { summary: '', author: '', category: '', imageUrl: '', publishedAt: '' }

const parse = (list: unknown) => parseBookmarks(JSON.stringify(list))

describe('parseBookmarks', () => {
  test('reads the reduced shape unchanged', () => {
    expect(parse([REDUCED])).toEqual([REDUCED])
  })

  test.each([
    { shape: 'rows of the table', more: { image_url: imageUrl, published_at: publishedAt } },
    { shape: 'rows in camelCase', more: { imageUrl, publishedAt } },
  ])('reduces full articles, as $shape, to the reduced shape', ({ more }) => {
    const row = { ...SHARED, content: 'Long.', is_breaking: true, source_url: null, ...more }
    expect(parse([row])).toEqual([REDUCED])
  })

  test('preserves the order, and the first of duplicate articles', () => {
    const [a, b] = [
      { ...REDUCED, id: 'a', title: 'A' },
      { ...REDUCED, id: 'b', title: 'B' },
    ]
    expect(parse([b, a, { ...b, title: 'B again' }])).toEqual([b, a])
  })

  test.each(['', 'undefined', '[', '{"id":"a","title":"A"}', '"[]"', '7', 'null'])(
    'reads %j as an empty list',
    (stored) => {
      expect(parseBookmarks(stored)).toEqual([])
    },
  )

  test.each([
    null,
    7,
    'a',
    [],
    {},
    { title: 'No id' },
    { id: 'no-title' },
    { id: 'blank-title', title: '' },
    { id: 7, title: 'A number' },
    { id: 'a', title: ['A'] },
    { id: '', title: 'Empty' },
    { id: '..', title: 'Upwards' },
    { id: '../admin', title: 'Upwards' },
    { id: 'a/b', title: 'Two segments' },
    { id: 'a?b', title: 'A query' },
    { id: '//evil.example', title: 'Another host' },
    { id: 'a\n', title: 'Two lines' },
  ])('omits %j and preserves the other entries', (entry) => {
    expect(parse([REDUCED, entry])).toEqual([REDUCED])
  })

  test('returns empty values for missing values and other types', () => {
    expect(parse([{ id: 'a', title: 'A' }])).toEqual([{ id: 'a', title: 'A', ...BLANK }])
    const odd = { id: 'a', title: 'A', summary: 7, author: null, category: {}, imageUrl: [], publishedAt: 0 }
    expect(parse([odd])).toEqual([{ id: 'a', title: 'A', ...BLANK }])
  })

  test('ignores the prototype of an entry', () => {
    expect(parseBookmarks('[{"__proto__":{"id":"a","title":"A"}}]')).toEqual([])
  })
})
