import { describe, expect, it } from 'vitest'
import { sourceName, withoutSourceName } from './source-name.ts'

describe('sourceName', () => {
  it.each([
    ['BBC News', 'BBC News'],
    ['The Daily Lantern - Latest', 'The Daily Lantern'],
    ['The Daily Lantern – Latest news', 'The Daily Lantern'],
    ['The Daily Lantern | Home', 'The Daily Lantern'],
    ['The Daily Lantern RSS Feed', 'The Daily Lantern'],
    ['The Daily Lantern: RSS', 'The Daily Lantern'],
    ['heise developer neueste Meldungen', 'heise developer'],
    ['UOL Notícias - Últimas Notícias', 'UOL Notícias'],
    ['Home', 'Home'],
    ['Latest news', 'Latest news'],
    ['At Home', 'At Home'],
    ['', 'lantern.example'],
  ])('takes from %j the name %j', (title, name) => {
    expect(sourceName(title, 'https://www.lantern.example/news')).toBe(name)
  })
})

describe('withoutSourceName', () => {
  it.each([
    ['Lamps go out - The Lantern', 'Lamps go out'],
    ['Lamps go out | the lantern', 'Lamps go out'],
    ['Lamps go out - and on', 'Lamps go out - and on'],
    ['Lamps – again – The Lantern', 'Lamps – again'],
    ['The Lantern', 'The Lantern'],
  ])('makes of %j %j', (headline, expected) => {
    expect(withoutSourceName(headline, 'The Lantern')).toBe(expected)
  })
})
