import { findEditor, movePositions } from './restore-focus.ts'

/** Smaller differences are of rounding. */
const MIN_SHIFT_PX = 1

/**
 * Remembers where the line with the caret is in the window, or else the first block in view.
 *
 * @returns a function that scrolls it back there, after text above it has changed
 */
export function rememberLine(): () => void {
  const readTop = isInView(caretTop()) ? caretTop : blockTop()
  const before = readTop?.()
  return () => {
    const after = readTop?.()
    if (before === undefined || after === undefined) return
    if (Math.abs(after - before) >= MIN_SHIFT_PX)
      window.scrollBy({ top: after - before, behavior: 'instant' })
  }
}

/** Returns the top of the caret, or of the focused field. */
function caretTop(): number | undefined {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return undefined
  const editor = findEditor()
  if (editor?.view.dom !== activeElement) return activeElement.getBoundingClientRect().top
  return editor.view.coordsAtPos(editor.state.selection.head).top
}

/** The editor reuses elements for other blocks, so the block is found by its position in the text. */
function blockTop(): (() => number | undefined) | undefined {
  const editor = findEditor()
  if (!editor) return undefined
  const { view, state } = editor
  const first = [...view.dom.children].find((block) => isInView(block.getBoundingClientRect().top))
  if (!first) return undefined
  const position = view.posAtDOM(first, 0)
  return () => {
    const now = findEditor()
    if (!now) return undefined
    const moved = now.state.doc.eq(state.doc) ? position : movePositions(state.doc, now.state.doc)(position)
    return now.view.coordsAtPos(Math.min(moved, now.state.doc.content.size)).top
  }
}

function isInView(top: number | undefined): top is number {
  return top !== undefined && top >= 0 && top < window.innerHeight
}
