import { afterEach, expect, it } from 'vitest'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { describeLanguage } from './article-language.ts'

afterEach(() => applyPlace(DEFAULT_PLACE))

const ENGLISH = 'Baths reopen'
const ARABIC = 'افتتاح الحمامات'

it.each([
  ['de', 'editor', 'Das Bad öffnet', { lang: 'de' }],
  ['ar-EG', 'feed', ARABIC, { lang: 'ar-EG', dir: 'rtl' }],
  // The letters tell nothing about the language.
  [null, 'feed', ENGLISH, {}],
  [null, 'editor', ENGLISH, { lang: 'en-GB' }],
  [null, 'editor', ARABIC, { lang: 'ar', dir: 'rtl' }],
] as const)('of an article in %j from the %s in an English newspaper', (language, origin, text, expected) => {
  expect(describeLanguage({ language, origin }, text)).toEqual(expected)
})

it.each([
  ['en', 'feed', ENGLISH, { lang: 'en', dir: 'ltr' }],
  [null, 'feed', ENGLISH, { dir: 'ltr' }],
  [null, 'editor', ENGLISH, { dir: 'ltr' }],
  [null, 'editor', ARABIC, { lang: 'ar' }],
  ['fa', 'editor', ARABIC, { lang: 'fa' }],
] as const)('of an article in %j from the %s in an Arabic newspaper', (language, origin, text, expected) => {
  applyPlace({ timeZone: 'Africa/Cairo', locale: 'ar-EG', weekStart: 'saturday' })
  expect(describeLanguage({ language, origin }, text)).toEqual(expected)
})
