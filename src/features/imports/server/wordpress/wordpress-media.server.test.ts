import { expect, it } from 'vitest'
import { createMediaIndex } from './wordpress-media.server.ts'

const record = (texts: Record<string, string>, meta: Record<string, string> = {}) => ({
  name: 'item' as const,
  texts: new Map(Object.entries(texts)),
  terms: [],
  meta: new Map(Object.entries(meta)),
  comments: 0,
})
const LONG = 'é'.repeat(1_000_000)

it('keeps the start of long texts of images', () => {
  const { add, references } = createMediaIndex()
  const image = { 'wp:post_type': 'attachment', 'wp:attachment_url': 'https://courier.example/a.jpg' }
  const alt = { _wp_attachment_image_alt: LONG }
  add(record({ ...image, 'wp:post_id': '1', 'excerpt:encoded': LONG }, alt))
  expect(references.attachment('1')).toMatchObject({
    alt: LONG.slice(0, 2_000),
    caption: LONG.slice(0, 2_000),
  })
  add(record({ ...image, 'wp:post_id': '2', 'wp:attachment_url': `https://courier.example/${LONG}` }))
  expect(references.attachment('2')).toBeUndefined()
})

it('keeps patterns up to a total length', () => {
  const { add, references } = createMediaIndex()
  for (let id = 1; id <= 101; id += 1)
    add(record({ 'wp:post_type': 'wp_block', 'wp:post_id': String(id), 'content:encoded': LONG }))
  expect(references.pattern('100')).toHaveLength(200_000)
  expect(references.pattern('101')).toBeUndefined()
})
