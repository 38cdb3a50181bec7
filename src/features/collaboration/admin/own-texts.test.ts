import { EditorState, TextSelection } from '@tiptap/pm/state'
import type { Mapping } from '@tiptap/pm/transform'
import { expect, it } from 'vitest'
import { DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import { documentOf } from '#features/drafts/testing/documents.ts'
import { mapOwnTexts, type OwnText } from './own-texts.ts'

/** "Milk" is at 6, "Tea" at 12. */
const STATE = EditorState.create({ doc: documentOf('<p>Milk</p><p>Tea</p>') })
const OTHERS = [{ seen: 0, isOwn: false }]

const ownText = (from: number, to: number): OwnText => ({ from, to, at: 0, version: 'unsent' })

/** Moves text, as a rebased step does: its place in the new document is that of the same characters. */
function move({ from, to }: { from: number; to: number }, target: number, tr = STATE.tr) {
  const text = tr.doc.textBetween(from, to)
  const first = tr.steps.length
  tr.delete(from, to).insert(target, DRAFT_SCHEMA.text(text))
  ;(tr.mapping as Mapping & { setMirror(one: number, other: number): void }).setMirror(first, first + 1)
  return tr
}

it('follows a text of which a part is moved before the rest', () => {
  const tr = move({ from: 8, to: 10 }, 6)
  const { left, lost } = mapOwnTexts(STATE, tr, [ownText(6, 10)], OTHERS)
  expect(tr.doc.textContent).toBe('lkMiTea')
  expect(lost).toBe('')
  expect(left.map(({ from, to }) => tr.doc.textBetween(from, to))).toEqual(['Mi', 'lk'])
})

it('offers a deleted character whose neighbours are moved', () => {
  const tr = move({ from: 6, to: 9 }, 8, STATE.tr.delete(9, 10))
  const { left, lost } = mapOwnTexts(STATE, tr, [ownText(9, 10)], OTHERS)
  expect(tr.doc.textContent).toBe('MilTea')
  expect({ left, lost }).toEqual({ left: [], lost: 'k' })
})

it('offers all of a recently typed text that was confirmed in parts, if others delete it while it is written', () => {
  const state = STATE.apply(STATE.tr.setSelection(TextSelection.create(STATE.doc, 10)))
  const parts = [6, 8].map((from): OwnText => ({ from, to: from + 2, at: Date.now(), version: 1 }))
  const byOthers = [{ seen: 1, isOwn: false }]
  expect(mapOwnTexts(state, state.tr.delete(6, 10), parts, byOthers).lost).toBe('Milk')
  const restored = [{ seen: 1, isOwn: false, restoredFor: 'self' as const }]
  expect(mapOwnTexts(state, state.tr.delete(6, 10), parts, restored).lost).toBe('')
})
