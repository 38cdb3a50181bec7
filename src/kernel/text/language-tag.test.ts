import { expect, it } from 'vitest'
import { isSameLanguage, languageDirection, toLanguageTag } from './language-tag.ts'

it.each([
  ['de', 'de'],
  [' EN-gb ', 'en-GB'],
  ['pt_BR', 'pt-BR'],
  ['zh-hant', 'zh-Hant'],
  ['iw', 'he'],
  ['', null],
  ['und', null],
  ['mul', null],
  ['English', null],
  ['en us', null],
  ['"><script>', null],
  [`en-x-${'a'.repeat(40)}`, null],
  ['sh-x-aaaaaaaa-aaaaaaaa-aaaaaaaa-aaa', null],
])('toLanguageTag(%j) is %j', (text, tag) => {
  expect(toLanguageTag(text)).toBe(tag)
})

it('compares languages without their region and script', () => {
  expect(isSameLanguage('en-GB', 'en-US')).toBe(true)
  expect(isSameLanguage('de', 'nl')).toBe(false)
})

it.each(['12', '-----', 'en-a', 'de-DE-DE'])(
  'the invalid tag %j, which a table may contain, names no language',
  (tag) => {
    expect(isSameLanguage(tag, 'en-GB')).toBe(false)
    expect(languageDirection(tag)).toBe('ltr')
  },
)

it.each([
  ['ar-EG', 'rtl'],
  ['fa', 'rtl'],
  ['he', 'rtl'],
  ['ku-Arab', 'rtl'],
  ['ku', 'ltr'],
  ['uz-Latn', 'ltr'],
  ['en', 'ltr'],
])('languageDirection(%j) is %j', (tag, direction) => {
  expect(languageDirection(tag)).toBe(direction)
})
