import { describe, expect, it } from 'vitest'
import { HOME_SIZE, layoutHome } from './layout-home.ts'

/** One article for each letter; capitals are breaking. */
const articles = (names: string) => [...names].map((id) => ({ id, isBreaking: id === id.toUpperCase() }))
const named = ({
  hero,
  featured,
  rest,
}: ReturnType<typeof layoutHome<{ id: string; isBreaking: boolean }>>) => ({
  hero: hero?.id ?? null,
  featured: featured.map(({ id }) => id).join(''),
  rest: rest.map(({ id }) => id).join(''),
})

describe('layoutHome', () => {
  it.each([
    [
      'uses the first article as the hero if none is breaking',
      'abcdefgh',
      { hero: 'a', featured: 'bcde', rest: 'fgh' },
    ],
    [
      'uses a breaking article as the hero at any position',
      'abcdefGh',
      { hero: 'G', featured: 'abcd', rest: 'efh' },
    ],
    ['uses the first of several breaking articles', 'abCdEfgh', { hero: 'C', featured: 'abdE', rest: 'fgh' }],
    ['has only a hero for a single article', 'a', { hero: 'a', featured: '', rest: '' }],
    ['has no rest if few articles are featured', 'abc', { hero: 'a', featured: 'bc', rest: '' }],
    ['is empty without articles', '', { hero: null, featured: '', rest: '' }],
  ])('%s', (_, names, expected) => {
    expect(named(layoutHome(articles(names)))).toEqual(expected)
  })

  it('has ten remaining articles on a full page', () => {
    const full = Array.from({ length: HOME_SIZE }, (_, index) => ({ id: String(index), isBreaking: false }))
    expect(layoutHome(full).rest).toHaveLength(10)
  })
})
