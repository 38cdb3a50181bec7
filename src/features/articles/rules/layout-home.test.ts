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
      'the first is the hero where none is breaking',
      'abcdefgh',
      { hero: 'a', featured: 'bcde', rest: 'fgh' },
    ],
    [
      'a breaking one is the hero wherever it stands',
      'abcdefGh',
      { hero: 'G', featured: 'abcd', rest: 'efh' },
    ],
    ['the first of several breaking ones', 'abCdEfgh', { hero: 'C', featured: 'abdE', rest: 'fgh' }],
    ['a single article', 'a', { hero: 'a', featured: '', rest: '' }],
    ['hardly enough to feature', 'abc', { hero: 'a', featured: 'bc', rest: '' }],
    ['no articles', '', { hero: null, featured: '', rest: '' }],
  ])('%s', (_, names, expected) => {
    expect(named(layoutHome(articles(names)))).toEqual(expected)
  })

  it('has ten of the rest when the page is full', () => {
    const full = Array.from({ length: HOME_SIZE }, (_, index) => ({ id: String(index), isBreaking: false }))
    expect(layoutHome(full).rest).toHaveLength(10)
  })
})
