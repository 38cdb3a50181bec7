import { expect, it } from 'vitest'
import { findSmartPunctuation } from './smart-punctuation.ts'

/** Types a text character by character. */
function type(text: string, language = 'en-GB'): string {
  let written = ''
  for (const character of text) {
    const change = findSmartPunctuation(written, character, language)
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
  ["In the '80s and '60s.", 'In the ’80s and ’60s.'],
  ["The summer of '69, the class of '68.", 'The summer of ’69, the class of ’68.'],
  ["He said '40 people' and '90% sure'", 'He said ‘40 people’ and ‘90% sure’'],
  ["'Tis late, 'twas said. Give 'em rock 'n' roll", '’Tis late, ’twas said. Give ’em rock ’n’ roll'],
  ["'Tisn", '‘Tisn'],
  ["'til 'tilted'", '’til ‘tilted’'],
])('writes %s as %s', (typed, written) => {
  expect(type(typed)).toBe(written)
})

it.each([
  ['de-DE', '"Ja", sagte sie.', '„Ja“, sagte sie.'],
  ['de', `"Sie sagte 'Nein'", so geht's`, '„Sie sagte ‚Nein‘“, so geht’s'],
  ['de', '("Ja"/"Nein") "Ja" "Nein"', '(„Ja“/„Nein“) „Ja“ „Nein“'],
  ['fr-FR', `"L'eau", dit-il`, '«\u00a0L’eau\u00a0», dit-il'],
  ['fr', `Il dit: "Oui"...`, 'Il dit: «\u00a0Oui\u00a0»…'],
  ['es-ES', '"No", dijo.', '«No», dijo.'],
  ['ar-EG', 'قال "نعم" ثم غادر', 'قال «نعم» ثم غادر'],
  ['pl', `"Tak" 'tis`, '“Tak” ‘tis'],
])('writes in %s %s as %s', (language, typed, written) => {
  expect(type(typed, language)).toBe(written)
})
