import { describe, expect, it } from 'vitest'
import { feedsInView, readHealth } from './feed-view.ts'

const FEEDS = [
  { title: 'The Courier', url: 'https://a.example/', category: 'Sport', health: 'healthy' },
  { title: 'Bugle', url: 'https://courier.example/', category: 'News', health: 'failing' },
  { title: '', url: 'https://c.example/', category: 'Money', health: 'never-fetched' },
] as const

describe('feedsInView', () => {
  it.each([
    [undefined, '', [0, 1, 2]],
    [undefined, ' courier ', [0, 1]],
    [undefined, 'SPORT', [0]],
    [undefined, 'c.example', [2]],
    ['failing', '', [1]],
    ['failing', 'the', []],
  ] as const)('finds of health %s with %j the feeds %j', (health, text, places) => {
    expect(feedsInView(FEEDS, { health, text })).toEqual(places.map((place) => FEEDS[place]))
  })
})

describe('readHealth', () => {
  it.each([
    ['failing', 'failing'],
    ['never-fetched', 'never-fetched'],
    ['ill', undefined],
    [undefined, undefined],
  ])('reads %j', (value, health) => {
    expect(readHealth(value)).toBe(health)
  })
})
