import { expect, it } from 'vitest'
import { describeAction, describeField, describeKind, describeValue } from './describe-audit.ts'

it.each([
  ['article.update', 'Article updated'],
  ['sample-edition.remove', 'Sample edition removed'],
  ['user.role', 'User role changed'],
  ['feed.refresh', 'Feeds refreshed'],
  ['ad-code.try-out', 'Ad code: try out'],
])('describes the action %s as "%s"', (action, text) => {
  expect(describeAction(action)).toBe(text)
})

it('describes kinds and fields in words', () => {
  expect(describeKind('ad-code')).toBe('Ad code')
  expect(describeField('siteName')).toBe('Site name')
  expect(describeField('adsense_banner_code')).toBe('AdSense banner code')
  expect(describeField('imageUrl')).toBe('Image URL')
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
  ['2026-07-01T05:00:00.000Z', '1 July 2026 at 06:00 (London time)'],
])('describes the value %j as %j', (value, text) => {
  expect(describeValue('note', value)).toBe(text)
})

it.each([
  ['newArticles', 'hold', 'Hold for review'],
  ['digest', 'off', 'Never'],
  ['note', 'off', 'off'],
  ['newArticles', 'constructor', 'constructor'],
])('describes %s: %s as "%s"', (field, value, text) => {
  expect(describeValue(field, value)).toBe(text)
})
