import { Fragment, Slice } from '@tiptap/pm/model'
import { Mapping, ReplaceAroundStep } from '@tiptap/pm/transform'
import { expect, it } from 'vitest'
import { nodeType } from '#features/drafts/rules/draft-schema.ts'
import { insertedRanges } from './text-ranges.ts'

it('finds what a step inserts into an open block', () => {
  const body = nodeType('body').createChecked(
    null,
    ['one', 'two'].map((text) => nodeType('paragraph').create(null, nodeType('text').schema.text(text))),
  )
  // Closes the paragraph at 10 after "one", and adds "two".
  const slice = new Slice(Fragment.from(body), 2, 1)
  const step = new ReplaceAroundStep(10, 12, 11, 11, slice, slice.size)
  const ranges = insertedRanges({ steps: [step], mapping: new Mapping([step.getMap()]) })
  expect(ranges).toEqual([{ from: 10, to: 10 + slice.size }])
})
