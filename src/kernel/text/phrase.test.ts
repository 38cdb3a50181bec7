import { afterEach, describe, expect, it } from 'vitest'
import { createPhrases } from './languages.ts'
import { type Catalogue, phrase, phraseParts, plural, setPhrases } from './phrase.ts'

function speak(locale: string, catalogue: Catalogue): void {
  const phrases = createPhrases(locale, catalogue)
  setPhrases(() => phrases)
}

afterEach(() => setPhrases(() => undefined))

describe('phrase', () => {
  it('writes English without a catalogue', () => {
    expect(phrase('Reading List')).toBe('Reading List')
    expect(phrase('{count} min read', { count: 4 })).toBe('4 min read')
    expect(phrase('{count} min read', { count: 1200 })).toBe('1,200 min read')
    expect(phrase('Search', {}, 'button')).toBe('Search')
    expect(phraseParts('By {name}', { name: ['element'] })).toEqual(['By ', ['element'], ''])
  })

  it('writes translations, and English where there is none', () => {
    speak('de-DE', {
      'Reading List': 'Leseliste',
      '{count} min read': 'Lesezeit {count} Min.',
      'By {name}': 'Von {name}',
      Search: 'Suche',
      'Search (button)': 'Suchen',
    })
    expect(phrase('Reading List')).toBe('Leseliste')
    expect(phrase('{count} min read', { count: 1200 })).toBe('Lesezeit 1.200 Min.')
    expect([phrase('Search'), phrase('Search', undefined, 'button')]).toEqual(['Suche', 'Suchen'])
    expect(phraseParts('By {name}', { name: 1 })).toEqual(['Von ', '1', ''])
    expect(phrase('Home')).toBe('Home')
  })

  it('never reads values as placeholders', () => {
    expect(phrase('{a} and {b}', { a: '{b}', b: '$&' })).toBe('{b} and $&')
  })
})

describe('plural', () => {
  it('writes English without a catalogue', () => {
    const texts = [0, 1, 2].map((count) =>
      plural(count, '{count} article by {name}', '{count} articles by {name}', { name: 'Ada' }),
    )
    expect(texts).toEqual(['0 articles by Ada', '1 article by Ada', '2 articles by Ada'])
  })

  it('chooses among the six forms of Arabic, with its digits', () => {
    const forms = { zero: 'z', one: 'o', two: 't', few: '{count} f', many: '{count} m', other: '{count} x' }
    speak('ar-EG-u-ca-gregory-nu-arab', { '{count} articles': forms })
    const texts = [0, 1, 2, 3, 11, 100].map((count) => plural(count, '{count} article', '{count} articles'))
    expect(texts).toEqual(['z', 'o', 't', '٣ f', '١١ m', '١٠٠ x'])
  })

  it('uses the form for others where a language has no special one', () => {
    speak('fr-FR', { '{count} articles': { one: '{count} article', other: '{count} articles' } })
    expect([0, 1_000_000].map((count) => plural(count, 'x', '{count} articles').replace(/\s/g, ' '))).toEqual(
      ['0 article', '1 000 000 articles'],
    )
  })
})
