import type { DragEvent } from 'react'
import type { DropKind, Moved, ShownPlace } from '../rules/place-moves.ts'

const DRAG_TYPE = 'application/x-masthead-front'

/** The article that is dragged in this window: while it is dragged, browsers do not reveal its data. */
let dragged: Moved | undefined

/** Props of an element that can be dragged to a place. */
export function dragSource(moved: Moved, onDrag: (isDragging: boolean) => void) {
  return {
    draggable: true,
    onDragStart(event: DragEvent) {
      const { dataTransfer } = event
      dragged = moved
      dataTransfer.setData(DRAG_TYPE, moved.article.id)
      dataTransfer.effectAllowed = 'move'
      dataTransfer.setDragImage(dragImage(moved.article.title), 12, 12)
      // Changing the page at once would end the drag in Chromium.
      setTimeout(onDrag, 0, true)
    },
    onDragEnd() {
      dragged = undefined
      onDrag(false)
    },
  }
}

/** The upper part of a pinned place inserts above it. */
const INSERT_SHARE = 1 / 3

/** Props of an element where articles can be dropped. */
export function dropTarget(
  place: ShownPlace,
  onOver: (kind: DropKind | undefined) => void,
  onDrop: (moved: Moved, kind: DropKind) => void,
) {
  function kindOf({ clientY, currentTarget }: DragEvent): DropKind {
    const { top, height } = currentTarget.getBoundingClientRect()
    return place.pin && clientY < top + height * INSERT_SHARE ? 'insert' : 'replace'
  }
  return {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(DRAG_TYPE)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      onOver(kindOf(event))
    },
    onDragLeave(event: DragEvent) {
      const { currentTarget, relatedTarget } = event
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onOver(undefined)
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      onOver(undefined)
      if (dragged) onDrop(dragged, kindOf(event))
      dragged = undefined
    },
  }
}

/** Browsers draw it once, when the drag starts. */
function dragImage(title: string): HTMLElement {
  const image = document.createElement('div')
  image.className =
    'fixed start-0 -top-96 max-w-80 border border-ink bg-paper px-3 py-2 font-serif text-16 font-semibold text-ink'
  image.dir = 'auto'
  image.textContent = title
  document.body.append(image)
  setTimeout(() => image.remove(), 0)
  return image
}
