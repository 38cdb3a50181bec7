import { expect, test } from 'vitest'
import { readJsonObject } from './read-json-object.ts'

test.each([
  ['{"a":1,"b":[2]}', { a: 1, b: [2] }],
  ['{}', {}],
  ['[1]', undefined],
  ['null', undefined],
  ['"text"', undefined],
  ['7', undefined],
  ['', undefined],
  ['{"a":', undefined],
])('%s', (text, fields) => {
  expect(readJsonObject(text)).toEqual(fields)
})

test('a field that is named after an inherited one is but a field', () => {
  const fields = readJsonObject('{"__proto__":{"isAdmin":true}}')
  expect(fields?.isAdmin).toBeUndefined()
})
