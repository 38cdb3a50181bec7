import { phrase } from '#kernel/text/phrase.ts'
import { collapseBreakingSpace } from '#kernel/text/text.ts'

export type PluralCategory = Intl.LDMLPluralRule

/** A phrase without a number has the form "other" only. */
export type PhraseForms = Partial<Record<PluralCategory, string>>

/** `english` is the key of the phrase in the catalogues: its text, which a context in brackets may follow. */
export type PhraseKey = { english: string; isPlural: boolean }

export const PLURAL_CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

export const MAX_PHRASE_LENGTH = 500
/** In all languages. */
export const MAX_REPLACED_PHRASES = 2_000

/** The counts that readers see are rarely larger. */
export const FREQUENT_COUNTS = Array.from({ length: 200 }, (_, count) => count)

/** The forms that a phrase has in a language: English has "one" and "other", Arabic six. */
export function categoriesOf({ isPlural }: PhraseKey, language: string): PluralCategory[] {
  if (!isPlural) return ['other']
  const rules = new Intl.PluralRules(language)
  const frequent = new Set(FREQUENT_COUNTS.map((count) => rules.select(count)))
  return PLURAL_CATEGORIES.filter((category) => frequent.has(category))
}

const PLACEHOLDER = /\{\w+\}/g

export function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(PLACEHOLDER))].sort()
}

/** The number of a plural. */
const NUMBERS = ['{count}', '{number}']
/** A number as a word: "one comment". */
const MAY_OMIT_NUMBER: readonly PluralCategory[] = ['zero', 'one', 'two']

/** Markup has no place in a phrase, and quotation marks in a newspaper are “typographic”. */
const FORBIDDEN = /[<>"`]/

/** They would reorder the text around a phrase too (UAX #9). */
const OVERRIDES = /[\u202A-\u202E]/g

/** Removes line breaks, invisible characters and forms that the language does not have. */
export function normaliseForms(phrase: PhraseKey, forms: PhraseForms, language: string): PhraseForms {
  return Object.fromEntries(
    categoriesOf(phrase, language).map((category) => [category, normaliseText(forms[category] ?? '')]),
  )
}

function normaliseText(text: string): string {
  return collapseBreakingSpace(text.replace(OVERRIDES, '').toWellFormed())
}

/**
 * Returns what is wrong with the text of a form; undefined if nothing is.
 *
 * @param text as `normaliseForms` returns it
 */
export function checkForm(
  { english }: PhraseKey,
  category: PluralCategory,
  text: string,
): string | undefined {
  if (text === '') return phrase('Enter a text')
  if (text.length > MAX_PHRASE_LENGTH)
    return phrase('Enter {max} characters at most', { max: MAX_PHRASE_LENGTH })
  if (FORBIDDEN.test(text)) return phrase('Use plain text without < > ` and straight double quotes')
  const [expected, found] = [placeholdersOf(english), placeholdersOf(text)]
  const missing = expected.filter(
    (name) => !found.includes(name) && !(NUMBERS.includes(name) && MAY_OMIT_NUMBER.includes(category)),
  )
  if (missing.length > 0)
    return phrase('{missing} is missing: readers see a value in its place', {
      missing: missing.join(' and '),
    })
  const unknown = found.filter((name) => !expected.includes(name))
  if (unknown.length > 0)
    return phrase('{unknown} has no value in this text', { unknown: unknown.join(' and ') })
  const repeated = found.filter((name) => text.split(name).length > 2)
  if (repeated.length > 0) return phrase('Use {repeated} only once', { repeated: repeated.join(' and ') })
  if (/[{}]/.test(text.replace(PLACEHOLDER, ''))) return phrase('Use { and } only around the name of a value')
  return undefined
}
