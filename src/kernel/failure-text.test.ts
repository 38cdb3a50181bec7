import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'
import { RequestFailure } from './request-failure.ts'

const TEXT = 'Failed to update user role'

test.each([
  ['a lost connection', new RequestFailure('offline'), `${TEXT}. You are offline.`],
  ['a stopped server', new RequestFailure('unreachable'), `${TEXT}. The server cannot be reached.`],
  [
    "a proxy's error page",
    new RequestFailure('unavailable'),
    `${TEXT}. The server is temporarily unavailable.`,
  ],
  [
    'an earlier release',
    new RequestFailure('outdated'),
    `${TEXT}. This page is out of date. Please reload it.`,
  ],
  ['maintenance', new RequestFailure('maintenance', 503, 'The Herald is closed.'), 'The Herald is closed.'],
  ['the error of a failed fetch', new TypeError('Failed to fetch'), TEXT],
  ['an HTML page as message', new Error('<html><h1>502 Bad Gateway</h1></html>'), TEXT],
  ['an invariant of the framework', new Error('Invariant failed'), TEXT],
  ['an undefined result', new TypeError("Cannot read properties of undefined (reading 'next')"), TEXT],
  ['a query without data', new Error('["articles","home"] data is undefined'), TEXT],
  ['invalid JSON', new SyntaxError('Unexpected token < in JSON at position 0'), TEXT],
  ['a validation error', new Error('[{"code":"invalid_type"}]'), TEXT],
  ['a value that is no error', { status: 500 }, TEXT],
  ['no value', undefined, TEXT],
  ['null', null, TEXT],
])('%s is shown as what failed, not as what broke', (_, error, text) => {
  expect(failureText(error, TEXT)).toBe(text)
})

test('a text that is a sentence gets no second full stop', () => {
  expect(failureText(new RequestFailure('offline'), 'Failed to save article. Please try again.')).toBe(
    'Failed to save article. Please try again. You are offline.',
  )
})
