import { describe, expect, it } from 'vitest'
import { categoriesOf, checkForm, normaliseForms } from './phrase-forms.ts'

const SAVED = { english: 'Saved', isPlural: false }
const MINUTES = { english: '{count} min read', isPlural: false }
const ARTICLES = { english: '{count} articles by {name}', isPlural: true }

it.each([
  [SAVED, 'ar', ['other']],
  [ARTICLES, 'en', ['one', 'other']],
  // French and Spanish have a form for millions.
  [ARTICLES, 'fr', ['one', 'other']],
  [ARTICLES, 'ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
])('%j has in %s the forms %j', (phrase, language, categories) => {
  expect(categoriesOf(phrase, language)).toEqual(categories)
})

it('normalises forms, and drops those that the language does not have', () => {
  const forms = { one: ' One\n article\u200B ', few: 'A few', other: '{count} articles' }
  expect(normaliseForms(ARTICLES, forms, 'en')).toEqual({ one: 'One article', other: '{count} articles' })
})

it('keeps the no-break spaces of French', () => {
  const normalise = (other: string) => normaliseForms(SAVED, { other }, 'fr').other
  expect(normalise(' Vider  la liste\u202F?\n')).toBe('Vider la liste\u202F?')
  expect(normalise('«\u00A0{query}\u00A0»')).toBe('«\u00A0{query}\u00A0»')
  expect(normalise('\u00A0')).toBe('')
})

it('removes what would reorder the text around a phrase, or cannot be stored', () => {
  expect(normaliseForms(SAVED, { other: '\u202EdevaS\u202C \uD800' }, 'en')).toEqual({
    other: 'devaS \uFFFD',
  })
})

describe('checkForm', () => {
  it.each([
    [SAVED, 'other', 'Kept for “later” & offline', undefined],
    [MINUTES, 'other', '{count}-minute read', undefined],
    [ARTICLES, 'one', 'An article by {name}', undefined],
    [SAVED, 'other', '', 'Enter a text'],
    [SAVED, 'other', 'x'.repeat(501), 'Enter 500 characters at most'],
    [MINUTES, 'other', 'A short read', '{count} is missing: readers see a value in its place'],
    [ARTICLES, 'one', 'An article', '{name} is missing: readers see a value in its place'],
    [ARTICLES, 'other', 'Articles', '{count} and {name} is missing: readers see a value in its place'],
    [SAVED, 'other', 'Saved by {name}', '{name} has no value in this text'],
    [SAVED, 'other', 'Saved {', 'Use { and } only around the name of a value'],
    [MINUTES, 'other', '{count} {count} min', 'Use {count} only once'],
    [SAVED, 'other', '{{x}', '{x} has no value in this text'],
  ] as const)('%j, %s: %j', (phrase, category, text, problem) => {
    expect(checkForm(phrase, category, text)).toBe(problem)
  })

  it.each(['<script>alert(1)</script>', '" onmouseover="alert(1)', '<img src=x onerror=alert(1)>', '`'])(
    'refuses %j',
    (text) => {
      expect(checkForm(SAVED, 'other', text)).toMatch(/plain text/)
    },
  )
})
