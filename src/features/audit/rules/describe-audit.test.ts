import { expect, it } from 'vitest'
import { describeAction, describeField, describeKind, describeValue } from './describe-audit.ts'

it.each([
  ['article.update', 'Article updated'],
  ['sample-edition.remove', 'Sample edition removed'],
  ['user.role', 'User given another role'],
  ['ad-code.try-out', 'Ad code: try out'],
])('%s is "%s"', (action, text) => {
  expect(describeAction(action)).toBe(text)
})

it('names kinds and fields in words', () => {
  expect(describeKind('ad-code')).toBe('Ad code')
  expect(describeField('siteName')).toBe('Site name')
  expect(describeField('adsense_banner_code')).toBe('Adsense banner code')
})

it.each([
  [null, null],
  [undefined, null],
  ['', null],
  [true, 'Yes'],
  [false, 'No'],
  [0, '0'],
  ['<b>bold</b>', '<b>bold</b>'],
  [['a', 1], '["a",1]'],
])('the value %j is shown as %j', (value, text) => {
  expect(describeValue(value)).toBe(text)
})
