import { Fragment, Slice } from '@tiptap/pm/model'
import { ReplaceAroundStep, ReplaceStep } from '@tiptap/pm/transform'
import { expect, it } from 'vitest'
import { bodyHtml } from '#features/drafts/rules/draft-document.ts'
import { DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import { documentOf } from '#features/drafts/testing/documents.ts'
import { rebaseSteps } from './rebase-steps.ts'

/** "Milk" is at 5, "Tea" at 11. */
const DOCUMENT = documentOf('<p>Milk</p><p>Tea</p>')
const NEIGHBOUR = new Slice(Fragment.from(DOCUMENT.child(2).child(0)), 0, 0)
/** Moves the second paragraph up: the first one is written again after it. */
const MOVE = new ReplaceAroundStep(5, 16, 11, 16, NEIGHBOUR, 0)

const type = (text: string, at: number) =>
  new ReplaceStep(at, at, new Slice(Fragment.from(DRAFT_SCHEMA.text(text)), 0, 0))

it.each([
  ['keeps what others write in a block that is moved', type('!', 15), '<p>Tea!</p><p>Milk</p>', true],
  ['moves no block past one that others have changed', type('!', 10), '<p>Milk!</p><p>Tea</p>', false],
])('%s', (_, other, expected, isMoved) => {
  const changed = other.apply(DOCUMENT).doc ?? DOCUMENT
  const { doc, steps } = rebaseSteps(changed, [MOVE], [other.getMap()])
  expect(bodyHtml(doc.child(2))).toBe(expected)
  expect(steps[0] !== null).toBe(isMoved)
})
