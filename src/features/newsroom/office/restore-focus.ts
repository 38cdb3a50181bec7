import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'

/** Tiptap sets `editor`. */
type RichTextElement = HTMLElement & { editor: Editor }
type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * Remembers the field with the focus, and its caret, before another document is shown.
 *
 * @returns a function that restores both, in the same task so that no key is lost
 */
export function rememberFocus(): () => void {
  const { activeElement } = document
  if (isRichText(activeElement)) return rememberRichText(activeElement.editor)
  if (isControl(activeElement)) return rememberControl(activeElement)
  return () => {}
}

function rememberRichText({ state: { doc, selection } }: Editor): () => void {
  return () => {
    const element = [...document.querySelectorAll('.rich-text [role=textbox]')].find(isRichText)
    if (!element) return
    const { view, state } = element.editor
    const move = movePositions(doc, state.doc)
    const [anchor, head] = [selection.anchor, selection.head].map((position) =>
      state.doc.resolve(Math.min(move(position), state.doc.content.size)),
    )
    if (anchor && head) view.dispatch(state.tr.setSelection(TextSelection.between(anchor, head)))
    view.focus()
  }
}

function rememberControl({ name, value, selectionStart, selectionEnd }: Control): () => void {
  return () => {
    const control = [...document.getElementsByName(name)].find(isControl)
    if (!control) return
    control.focus()
    if (selectionStart === null || selectionEnd === null) return
    const move = moveOffsets(value, control.value)
    control.setSelectionRange(move(selectionStart), move(selectionEnd))
  }
}

/** Returns where a position is in a document that differs in one range. */
export function movePositions(before: Node, after: Node): (position: number) => number {
  // Each editor has its own schema, and nodes of two schemas are never equal.
  const { content } = after.type.schema.nodeFromJSON(before.toJSON())
  const start = content.findDiffStart(after.content)
  const end = content.findDiffEnd(after.content)
  if (start === null || end === null) return (position) => position
  return moveInRange(start, end.a, end.b)
}

/** Returns where an offset is in a text that differs in one range. */
export function moveOffsets(before: string, after: string): (offset: number) => number {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let common = 0
  while (common < shorter - start && before.at(-1 - common) === after.at(-1 - common)) common += 1
  return moveInRange(start, before.length - common, after.length - common)
}

/** @param before, after the ends of the range, which repeated content can place before its start */
function moveInRange(start: number, before: number, after: number): (position: number) => number {
  const overlap = Math.max(0, start - Math.min(before, after))
  const [endBefore, endAfter] = [before + overlap, after + overlap]
  return (position) => {
    if (position <= start) return position
    return position >= endBefore ? position + endAfter - endBefore : Math.min(position, endAfter)
  }
}

function isRichText(element: Element | null): element is RichTextElement {
  return element !== null && 'editor' in element
}

function isControl(element: Element | null): element is Control {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}
