import { Fragment, Slice } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { ReplaceStep, type Step } from '@tiptap/pm/transform'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEmptyDocument, DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import { receiveBatches } from './collaboration-plugin.ts'
import { createHeadlessEditor } from './headless-editor.ts'
import { createRecentTexts } from './recent-texts.ts'

const TEXT_START = 6

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open(text: string) {
  const doc = createEmptyDocument()
  const { doc: written } = EditorState.create({ doc }).tr.insertText(text, TEXT_START)
  let version = 0
  const onDeleted = vi.fn()
  const follow = createRecentTexts(onDeleted)
  const editor = createHeadlessEditor(written, undefined, follow)
  const receive = (step: Step) => {
    version += 1
    editor.dispatch(
      receiveBatches(editor.state, [{ version, seen: version - 1, isOwn: false, by: 'ben', steps: [step] }])
        .transaction,
    )
  }
  return {
    onDeleted,
    // Positions of Ben are in the text without the edits of this person.
    typeAsBen: (typed: string, at: number) => receive(insertion(typed, TEXT_START + at)),
    deleteAsBen: (from: number, to: number) =>
      receive(new ReplaceStep(TEXT_START + from, TEXT_START + to, Slice.empty)),
    type: (typed: string, at: number) => editor.dispatch(editor.state.tr.insertText(typed, TEXT_START + at)),
    delete: (from: number, to: number) =>
      editor.dispatch(editor.state.tr.delete(TEXT_START + from, TEXT_START + to)),
  }
}

function insertion(text: string, at: number): Step {
  return new ReplaceStep(at, at, new Slice(Fragment.from(DRAFT_SCHEMA.text(text)), 0, 0))
}

describe('what another person has typed', () => {
  it('is reported when it is deleted within a minute, wherever it has moved', () => {
    const ada = open('Milk first.')
    ada.typeAsBen('always ', 5)
    ada.type('Cold ', 0)
    ada.delete(8, 19)
    expect(ada.onDeleted.mock.calls).toEqual([['ben']])
  })

  it('is not reported while some of it is left, a minute later, or when that person deletes it', () => {
    const ada = open('Milk first.')
    ada.typeAsBen('always ', 5)
    ada.delete(0, 8)
    ada.deleteAsBen(5, 12)
    ada.typeAsBen('always ', 0)
    vi.advanceTimersByTime(61_000)
    ada.delete(0, 7)
    expect(ada.onDeleted).not.toHaveBeenCalled()
  })

  it('is not taken for text of this person', () => {
    const ada = open('Milk first.')
    ada.typeAsBen('!', 11)
    ada.delete(0, 5)
    expect(ada.onDeleted).not.toHaveBeenCalled()
  })
})
