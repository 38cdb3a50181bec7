import type { Mapping } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'

/** Smaller differences come from rounding. */
const MIN_SHIFT_PX = 1

/**
 * Remembers where the line with the caret is in the window, or else the field that has the focus or the first block in
 * view.
 *
 * @returns a function that scrolls it back there, after the text has changed
 */
export function rememberLine(view: EditorView): (mapping: Mapping) => void {
  const line = findLine(view)
  const before = line?.top(undefined)
  return (mapping) => {
    const after = line?.top(mapping)
    if (before === undefined || after === undefined) return
    if (Math.abs(after - before) >= MIN_SHIFT_PX)
      window.scrollBy({ top: after - before, behavior: 'instant' })
  }
}

type Line = { top: (mapping: Mapping | undefined) => number | undefined }

function findLine(view: EditorView): Line | undefined {
  const { activeElement } = document
  const { head } = view.state.selection
  const caret = textLine(view, head)
  if (activeElement === view.dom && isInView(caret.top(undefined))) return caret
  const isElsewhere = activeElement && activeElement !== document.body && activeElement !== view.dom
  if (isElsewhere && isInView(activeElement.getBoundingClientRect().top))
    return { top: () => activeElement.getBoundingClientRect().top }
  const blocks = [...view.dom.children].flatMap((part) =>
    part.matches('[data-body]') ? [...part.children] : part,
  )
  const first = blocks.find((block) => isInView(block.getBoundingClientRect().top))
  return first && textLine(view, view.posAtDOM(first, 0))
}

function textLine(view: EditorView, position: number): Line {
  return {
    top: (mapping) => {
      const moved = mapping?.map(position, -1) ?? position
      return view.coordsAtPos(Math.min(moved, view.state.doc.content.size)).top
    },
  }
}

function isInView(top: number | undefined): top is number {
  return top !== undefined && top >= 0 && top < window.innerHeight
}
