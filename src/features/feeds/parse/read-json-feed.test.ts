import { expect, it } from 'vitest'
import { processorMs } from '#platform/testing/hostile-texts.ts'
import { repairJson } from './read-json-feed.ts'

it.each([
  ['{"a": [1, 2, ],\n}', { a: [1, 2] }, 'line 1: trailing comma'],
  ['{\n"a": "one\ntwo\tthree"}', { a: 'one\ntwo\tthree' }, 'line 2: invalid character in a string'],
  [
    String.raw`{"a": "it\'s \"\u0041\" \x \\"}`,
    { a: 'it\'s "A" x \\' },
    'line 1: invalid character in a string',
  ],
  ['{"a": ",]"}\n<b>Warning</b>', { a: ',]' }, 'line 2: text after the document'],
  ['{"a": [{"b": 1}, {"c"', { a: [{ b: 1 }] }, 'line 1: unexpected end'],
  ['{"a": [{"b": "x\ny",}, {"c"', { a: [{ b: 'x\ny' }] }, 'line 1: invalid character in a string'],
])('repairs %s', (text, value, error) => {
  const repaired = repairJson(text)
  expect(repaired && JSON.parse(repaired.text)).toEqual(value)
  expect(repaired?.error).toBe(error)
})

it.each(['{"a" 1}', '{"a": [', '{'])('does not repair %s', (text) => expect(repairJson(text)).toBeNull())

it.each(['"\\', ', ', ',,', '"\n', '{"a":"', '\\x', '}{'])(
  'takes a time proportional to the length, with many %j',
  (part) => {
    expect(processorMs(() => repairJson(`{"items":[${part.repeat(300_000)}`))).toBeLessThan(1_000)
  },
)
