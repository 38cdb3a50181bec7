import { expect, it } from 'vitest'
import { listUploadNames } from './ended-rights.ts'

it('lists the uploads of texts once', () => {
  const html =
    '<img src="/storage/article-images/2_b.jpg"><video src="/storage/article-images/3_c.mp4" poster="/storage/article-images/2_b.jpg">'
  expect(listUploadNames('/storage/article-images/1_a.webp', html)).toEqual([
    '1_a.webp',
    '2_b.jpg',
    '3_c.mp4',
  ])
  expect(listUploadNames('https://example.org/a.jpg', '<p>Tea</p>')).toEqual([])
})

it('lists a limited number', () => {
  const html = Array.from({ length: 300 }, (_, index) => `/storage/article-images/${index}.jpg`).join(' ')
  expect(listUploadNames(html)).toHaveLength(200)
})
