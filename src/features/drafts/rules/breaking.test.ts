import { expect, it } from 'vitest'
import { defaultBreakingEnd, expectedBreakingEnd, refuseSponsoredBreaking } from './breaking.ts'

const NOON = '2026-11-21T12:00:00.000Z'
const TWO = '2026-11-21T14:00:00.000Z'
const SIX = '2026-11-21T18:00:00.000Z'

const marked = { isBreaking: true, breakingUntil: null }
const chosen = { isBreaking: true, breakingUntil: SIX }
const neverBreaking = { until: null, endsAt: null }

it.each([
  ['not marked', { isBreaking: false, breakingUntil: SIX }, null, null],
  ['marked, before the first publication', marked, null, null],
  ['marked, for an article that was not breaking', marked, neverBreaking, null],
  ['an end chosen before the first publication', chosen, null, SIX],
  ['an unchanged mark', marked, { until: null, endsAt: TWO }, TWO],
  ['an unchanged end, which was brought forward', chosen, { until: SIX, endsAt: NOON }, NOON],
  ['another end', chosen, { until: null, endsAt: TWO }, SIX],
  ['the default in place of an end', marked, { until: SIX, endsAt: SIX }, null],
])('expects the end of %s', (_, form, published, expected) => {
  expect(expectedBreakingEnd(form, published)).toBe(expected)
})

it('ends two hours after the publication by default', () => {
  expect(defaultBreakingEnd(new Date(NOON))).toBe(TWO)
})

it.each([
  ['that will end two hours after the publication', marked, neverBreaking, true],
  ['with a later end', chosen, null, true],
  ['that has ended', marked, { until: null, endsAt: NOON }, false],
  ['that is not marked', { isBreaking: false, breakingUntil: null }, null, false],
])('decides on sponsored breaking news %s', (_, form, published, isRefused) => {
  const at = new Date(NOON)
  const refusal = refuseSponsoredBreaking({ ...form, sponsoredBy: 'Acme' }, published, at)
  expect(refusal !== undefined).toBe(isRefused)
  expect(refuseSponsoredBreaking({ ...form, sponsoredBy: null }, published, at)).toBeUndefined()
})
