import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createMediaIndex } from './wordpress-media.server.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

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

it('keeps nothing of the text around an address', () => {
  const { add, references } = createMediaIndex()
  const before = measureHeap()
  for (let id = 1; id <= 50; id += 1) {
    const chunk = `${LONG} https://courier.example/uploads/${id}.jpg`
    const address = chunk.slice(LONG.length)
    add(record({ 'wp:post_type': 'attachment', 'wp:post_id': String(id), 'wp:attachment_url': address }))
  }
  expect(measureHeap() - before).toBeLessThan(LONG.length * 5)
  expect(references.attachment('50')?.address).toBe('https://courier.example/uploads/50.jpg')
})

function measureHeap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
