import { expect, it } from 'vitest'
import { clientId, restoredFor, restoringClient } from './client-id.ts'

it.each([
  ['client-of-ada', true],
  ['', false],
  ['short', false],
  ['x'.repeat(41), false],
  ['client of ada', false],
  ['client-of\0-ada', false],
  // It would pass for a batch of the server.
  ['restore-client-1', false],
])('%j as the id of a client: %s', (id, isValid) => {
  expect(clientId.safeParse(id).success).toBe(isValid)
})

it.each([
  ['client-of-ada', 'client-of-ada', undefined],
  [restoringClient('client-of-ada'), 'client-of-ada', 'self'],
  [restoringClient('client-of-ben'), 'client-of-ada', 'other'],
  [restoringClient('client-of-ada'), undefined, 'other'],
  [restoringClient(''), undefined, 'other'],
])('a batch of %j is for %j: %s', (sender, client, expected) => {
  expect(restoredFor(sender, client)).toBe(expected)
})
