import { afterEach, describe, expect, inject, it } from 'vitest'
import { setCategories } from '#kernel/category.ts'
import { type FeedHealth, feedHealth, filterFeeds, parseHealth } from './feed-health.ts'

const at = new Date('2026-11-21T12:00:00Z')

afterEach(() => setCategories(inject('categories')))

describe('feedHealth', () => {
  it.each<[FeedHealth, enabled: boolean, lastCheckedAt: Date | null, failureCount: number]>([
    ['never-fetched', true, null, 0],
    ['healthy', true, at, 0],
    ['failing', true, at, 1],
    ['failing', true, null, 1],
    ['disabled', false, at, 0],
    ['disabled', false, at, 9],
    ['disabled', false, null, 0],
  ])(
    'is %s with enabled: %s, last check: %s and failures: %i',
    (health, enabled, lastCheckedAt, failureCount) => {
      expect(feedHealth({ enabled, lastCheckedAt, failureCount })).toBe(health)
    },
  )
})

const FEEDS = [
  {
    title: 'The Courier',
    publisher: '',
    detectedPublisher: null,
    url: 'https://a.example/',
    category: 'Sport',
    health: 'healthy',
  },
  {
    title: 'Bugle',
    publisher: '',
    detectedPublisher: 'The Daily Bugle',
    url: 'https://courier.example/',
    category: 'News',
    health: 'failing',
  },
  {
    title: '',
    publisher: 'The Horn',
    detectedPublisher: 'The Daily Bugle',
    url: 'https://c.example/',
    category: 'Money',
    health: 'never-fetched',
  },
] as const

describe('filterFeeds', () => {
  it.each([
    [undefined, '', [0, 1, 2]],
    [undefined, ' courier ', [0, 1]],
    [undefined, 'SPORT', [0]],
    [undefined, 'c.example', [2]],
    [undefined, 'daily bugle', [1]],
    [undefined, 'horn', [2]],
    ['failing', '', [1]],
    ['failing', 'horn', []],
  ] as const)('finds of health %s with %j the feeds %j', (health, text, places) => {
    expect(filterFeeds(FEEDS, { health, text })).toEqual(places.map((place) => FEEDS[place]))
  })
})

it('finds feeds by the name of their category', () => {
  setCategories([{ key: 'Sport', name: 'Leisure', path: '/leisure' }])
  expect(filterFeeds(FEEDS, { health: undefined, text: 'leisure' })).toEqual([FEEDS[0]])
  expect(filterFeeds(FEEDS, { health: undefined, text: 'sport' })).toEqual([])
})

describe('parseHealth', () => {
  it.each([
    ['failing', 'failing'],
    ['never-fetched', 'never-fetched'],
    ['ill', undefined],
    [undefined, undefined],
  ])('reads %j', (value, health) => {
    expect(parseHealth(value)).toBe(health)
  })
})
