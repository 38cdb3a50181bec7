import { describe, expect, it } from 'vitest'
import { suggestCategory, webSchemeOf } from './feed-form.ts'

describe('suggestCategory', () => {
  it.each([
    ['The Courier', 'https://courier.example/feed', 'News'],
    ['The Courier - Sport', 'https://courier.example/feed', 'Sport'],
    ['Courier', 'https://courier.example/TV/rss.xml', 'TV'],
    ['Money news', 'https://courier.example/sport', 'Money'],
    ['Transport news', 'https://sport.example/feed', 'News'],
    ['', 'no address', 'News'],
  ])('suggests for %j at %s the category %s', (title, url, category) => {
    expect(suggestCategory(title, url)).toBe(category)
  })
})

it.each([
  ['feed://paper.example/rss', 'http://paper.example/rss'],
  ['feed:https://paper.example/rss', 'https://paper.example/rss'],
  [' https://paper.example/rss', 'https://paper.example/rss'],
  ['paper.example', 'https://paper.example'],
  ['müller.example:8080/rss?a=b.c', 'https://müller.example:8080/rss?a=b.c'],
  ['paper', 'paper'],
  ['mailto:ada@paper.example', 'mailto:ada@paper.example'],
  ['ada@paper.example', 'ada@paper.example'],
])('reads the address %j as %j', (given, address) => {
  expect(webSchemeOf(given)).toBe(address)
})
