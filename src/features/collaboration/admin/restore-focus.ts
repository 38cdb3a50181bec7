import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

type RichTextElement = HTMLElement & { editor: Editor }
type Control = HTMLInputElement | HTMLTextAreaElement

/** @returns a function that restores the focused field and its caret in the same task, so that no key is lost */
export function rememberFocus(): () => void {
  const { activeElement } = document
  // Tools change the text at its caret even while focused.
  const restoreCaret = rememberCaret()
  if (isRichText(activeElement)) return () => restoreCaret()?.view.focus()
  const restoreControl = isControl(activeElement) ? rememberControl(activeElement) : undefined
  return () => {
    restoreCaret()
    restoreControl?.()
  }
}

/** @returns a function that restores the caret without the focus */
function rememberCaret(): () => Editor | undefined {
  const shown = findEditor()
  if (shown) readSelection(shown.view)
  const former = shown?.state
  return () => {
    const editor = findEditor()
    if (!editor || !former) return editor
    const { state, view } = editor
    view.dispatch(moveSelection(former, state))
    return editor
  }
}

/** Keeps the empty last paragraph, which the article's form omits. */
export function moveSelection({ doc, selection }: EditorState, next: EditorState): Transaction {
  const { tr } = next
  const { $from } = selection
  const { lastChild } = next.doc
  const isInLast = selection.empty && $from.depth === 1 && $from.index(0) === doc.childCount - 1
  if (
    isInLast &&
    doc.childCount > 1 &&
    isEmptyParagraph($from.parent) &&
    lastChild &&
    !isEmptyParagraph(lastChild)
  ) {
    tr.insert(next.doc.content.size, next.schema.node('paragraph'))
    return tr.setSelection(TextSelection.atEnd(tr.doc))
  }
  const move = movePositions(doc, next.doc)
  const resolve = (position: number) => next.doc.resolve(Math.min(move(position), next.doc.content.size))
  return tr.setSelection(TextSelection.between(resolve(selection.anchor), resolve(selection.head)))
}

function isEmptyParagraph({ type, content }: Node): boolean {
  return type.name === 'paragraph' && content.size === 0
}

/** Returns the rich text editor of the screen. */
export function findEditor(): Editor | undefined {
  return [...document.querySelectorAll('.rich-text [role=textbox]')].find(isRichText)?.editor
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

/** Maps positions to a document that differs in one range. */
export function movePositions(before: Node, after: Node): (position: number) => number {
  // Nodes of two schemas are never equal, and each editor has its own.
  const { content } = after.type.schema.nodeFromJSON(before.toJSON())
  const start = content.findDiffStart(after.content)
  const end = content.findDiffEnd(after.content)
  if (start === null || end === null) return (position) => position
  return moveInRange(start, end.a, end.b)
}

/** Maps offsets to a text that differs in one range. */
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

/**
 * Reads the browser's selection, which the browser reports in a later task; until then, the state has the previous one.
 */
function readSelection({ dom }: EditorView): void {
  dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
}

/** Applies each key at the caret that the browser shows, even if the page was busy since it moved. */
export const CurrentSelection = Extension.create({
  name: 'currentSelection',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown(view) {
            if (!view.composing) readSelection(view)
          },
        },
      },
    }),
  ],
})
