import { expect, it } from 'vitest'
import { publishFailure } from './publish-labels.ts'

it('the failure of a first publication differs from that of an update', () => {
  expect(publishFailure(true)).toBe('Failed to create article')
  expect(publishFailure(false)).toBe('Failed to update article')
})
