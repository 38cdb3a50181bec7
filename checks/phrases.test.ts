import { describe, expect, it } from 'vitest'
import { compareCatalogue, listPhrases } from './phrases.mjs'

const PHRASES = listPhrases(
  'module.ts',
  `phrase('Home'); phrase('Search', {}, 'button'); phraseParts('By {name}', {}); plural(n, '{count} hit', '{count} hits')`,
)
const ARABIC = { zero: 'x', one: 'x', two: 'x', few: '{count}', many: '{count}', other: '{count}' }
const COMPLETE = { Home: 'x', 'Search (button)': 'x', 'By {name}': '{name}', '{count} hits': ARABIC }

describe('the check of phrases', () => {
  it('finds phrases, and reports those that it cannot read', () => {
    expect(PHRASES.map(({ key }) => key)).toEqual(['Home', 'Search (button)', 'By {name}', '{count} hits'])
    expect(listPhrases('module.tsx', 'export const a = <p>{phrase(text)}</p>')).toMatchObject([{ key: '' }])
  })

  it('accepts a complete catalogue', () => {
    expect(compareCatalogue('ar', PHRASES, COMPLETE)).toEqual([])
  })

  it.each([
    ['a missing phrase', { ...COMPLETE, Home: undefined }, 'no translation of "Home"'],
    ['an unused phrase', { ...COMPLETE, Away: 'x' }, '"Away" is not in the code'],
    ['another placeholder', { ...COMPLETE, 'By {name}': '{author}' }, '"By {name}" has other placeholders'],
    [
      'a missing form',
      { ...COMPLETE, '{count} hits': { ...ARABIC, few: undefined } },
      '"{count} hits" has no form "few"',
    ],
    [
      'a form without its number',
      { ...COMPLETE, '{count} hits': { ...ARABIC, many: 'x' } },
      'in its form "many"',
    ],
    [
      'a plural without forms',
      { ...COMPLETE, '{count} hits': '{count}' },
      '"{count} hits" needs plural forms',
    ],
  ])('reports %s', (_, catalogue, problem) => {
    const problems = compareCatalogue('ar', PHRASES, JSON.parse(JSON.stringify(catalogue)))
    expect(problems).toEqual([expect.stringContaining(problem)])
  })

  it('reports French punctuation after a space where lines may break', () => {
    const problemsOf = (text: string) => compareCatalogue('fr', PHRASES.slice(0, 1), { Home: text })
    expect(problemsOf('Accueil\u00a0?')).toEqual([])
    expect(problemsOf('Accueil ?')).toEqual([expect.stringContaining('no-break spaces')])
    expect(problemsOf('« Accueil\u00a0»')).toEqual([expect.stringContaining('no-break spaces')])
  })
})
