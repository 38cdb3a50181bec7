import { expect, it } from 'vitest'
import { describeRefusal } from './useDraftAction.ts'

it.each<[Parameters<typeof describeRefusal>[0], string | undefined]>([
  [{ kind: 'gone' }, 'The article no longer exists.'],
  [{ kind: 'outdated' }, 'Someone else has saved this article. Read their version first.'],
  [
    { kind: 'refused', reasons: ['The headline is missing.', 'Add one.'] },
    'The headline is missing. Add one.',
  ],
  [{ kind: 'saved' }, undefined],
])('explains %j', (outcome, text) => {
  expect(describeRefusal(outcome)).toBe(text)
})
