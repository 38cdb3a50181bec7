import { afterEach, expect, it } from 'vitest'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { joinNames } from './join-names.ts'

afterEach(() => applyPlace(DEFAULT_PLACE))

it.each([
  ['en-GB', ['', 'A', 'A and B', 'A, B and C']],
  ['en-US', ['', 'A', 'A and B', 'A, B and C']],
  ['de-DE', ['', 'A', 'A und B', 'A, B und C']],
  ['fr-FR', ['', 'A', 'A et B', 'A, B et C']],
  ['es-MX', ['', 'A', 'A y B', 'A, B y C']],
  ['ar-EG', ['', 'A', 'A وB', 'A وB وC']],
])('joins names as newspapers in %s do', (locale, joined) => {
  applyPlace({ ...DEFAULT_PLACE, locale })
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map((names) => joinNames(names))).toEqual(joined)
})
