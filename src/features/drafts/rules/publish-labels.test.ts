import { expect, it } from 'vitest'
import { labelRevision, publishFailure } from './publish-labels.ts'

it('the failure of a first publication differs from that of an update', () => {
  expect(publishFailure(true)).toBe('Failed to create article')
  expect(publishFailure(false)).toBe('Failed to update article')
})

it('an imported text is labelled as from the feed until it is published', () => {
  expect(labelRevision({ kind: 'import', publication: null })).toBe('Text from the feed')
  expect(labelRevision({ kind: 'import', publication: 'done' })).toBe('Published text')
})
