import { describe, expect, it } from 'vitest'
import type { NormalisedItem } from '../parse/normalise-feed.ts'
import { fingerprintItem } from './hash-item.server.ts'

const ITEM: NormalisedItem = {
  itemId: null,
  keys: ['link:paper.example/a'],
  title: 'Title',
  summary: 'Summary',
  content: 'Content',
  isSummary: true,
  author: 'Author',
  guid: null,
  topics: [],
  language: null,
  imageUrl: 'https://paper.example/a.jpg',
  imageAlt: null,
  sourceUrl: 'https://paper.example/a',
  sourceName: 'Paper',
  publishedAt: new Date('2024-05-07T10:00:00Z'),
  datedBySource: true,
  statedDate: null,
  updatedAt: null,
}

describe('fingerprintItem', () => {
  it.each<Partial<NormalisedItem>>([
    { title: 'Other' },
    { summary: 'Other' },
    { content: 'Other' },
    { author: 'Other' },
    { imageUrl: null },
    { sourceUrl: null },
    { statedDate: new Date('2024-05-07T10:00:01Z') },
    { content: 'Content <a href="https://paper.example/b">B</a>' },
    { title: 'Summary', summary: 'Title' },
  ])('changes with %j', (change) => {
    expect(fingerprintItem({ ...ITEM, ...change })).not.toBe(fingerprintItem(ITEM))
  })

  it.each<Partial<NormalisedItem>>([
    {},
    { keys: ['guid:paper.example:1'] },
    { sourceName: 'Other' },
    { publishedAt: new Date('2024-05-07T10:00:01Z'), datedBySource: false },
    { imageUrl: 'https://paper.example/a.jpg?X-Amz-Signature=ab12&Expires=1790000000' },
    { sourceUrl: 'https://paper.example/a;jsessionid=7F?PHPSESSID=1' },
    { content: 'Content<img src="https://count.example/p.gif?r=77" width="1">' },
    { updatedAt: new Date('2024-05-07T11:00:00Z') },
  ])('stays the same with %j', (change) => {
    expect(fingerprintItem({ ...ITEM, ...change })).toBe(fingerprintItem(ITEM))
  })

  it('does not depend on the time of the fetch', () => {
    const undated = { ...ITEM, datedBySource: false, statedDate: null }
    expect(fingerprintItem({ ...undated, publishedAt: new Date() })).toBe(fingerprintItem(undated))
  })
})
