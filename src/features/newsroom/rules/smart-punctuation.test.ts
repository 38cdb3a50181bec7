import { expect, it } from 'vitest'
import { findSmartPunctuation } from './smart-punctuation.ts'

/** Types a text character by character. */
function type(text: string): string {
  let written = ''
  for (const character of text) {
    const change = findSmartPunctuation(written, character)
    written = change
      ? written.slice(0, written.length - change.removed) + change.inserted
      : written + character
  }
  return written
}

it.each([
  ['"Yes," she said.', '“Yes,” she said.'],
  [`"He said 'no'," she said`, '“He said ‘no’,” she said'],
  [`'He said "no"'`, '‘He said “no”’'],
  ["It's the readers' choice", 'It’s the readers’ choice'],
  ['the plan ("a start")', 'the plan (“a start”)'],
  ['the plan--"a start"', 'the plan–“a start”'],
  ['in 2024"', 'in 2024”'],
  ['Wait... what', 'Wait… what'],
  ['....', '….'],
  ['2010--2020', '2010–2020'],
  ['a --- b', 'a — b'],
  ['well-known', 'well-known'],
])('writes %s as %s', (typed, written) => {
  expect(type(typed)).toBe(written)
})
