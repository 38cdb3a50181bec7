import { describe, expect, it } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import type { NormalisedItem } from './normalised-feed.ts'

const ITEM: NormalisedItem = {
  keys: ['link:paper.example/a'],
  title: 'Title',
  summary: 'Summary',
  content: 'Content',
  author: 'Author',
  imageUrl: 'https://paper.example/a.jpg',
  sourceUrl: 'https://paper.example/a',
  sourceName: 'Paper',
  publishedAt: new Date('2024-05-07T10:00:00Z'),
  datedBySource: true,
  updatedAt: null,
}

describe('fingerprint', () => {
  it.each<Partial<NormalisedItem>>([
    { title: 'Other' },
    { summary: 'Other' },
    { content: 'Other' },
    { author: 'Other' },
    { imageUrl: null },
    { sourceUrl: null },
    { publishedAt: new Date('2024-05-07T10:00:01Z') },
    { title: 'Summary', summary: 'Title' },
  ])('changes with %j', (change) => {
    expect(fingerprint({ ...ITEM, ...change })).not.toBe(fingerprint(ITEM))
  })

  it.each<Partial<NormalisedItem>>([
    {},
    { keys: ['guid:paper.example:1'] },
    { sourceName: 'Other' },
    { updatedAt: new Date('2024-05-07T11:00:00Z') },
  ])('stays the same with %j', (change) => {
    expect(fingerprint({ ...ITEM, ...change })).toBe(fingerprint(ITEM))
  })

  it('does not depend on the moment of reading', () => {
    const undated = { ...ITEM, datedBySource: false }
    expect(fingerprint({ ...undated, publishedAt: new Date() })).toBe(fingerprint(undated))
  })
})
