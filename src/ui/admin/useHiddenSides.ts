import { type RefObject, useEffect, useState } from 'react'

/** Returns attributes for a `scroll-row`: the sides on which its content is out of view. */
export function useHiddenSides(row: RefObject<HTMLElement | null>) {
  const [hidden, setHidden] = useState({ start: false, end: false })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => setHidden(hiddenSides(element))
    function onScroll(event: Event) {
      if (event.target !== element) return
      measure()
      // The router would restore the row's scroll position, and hide the current tab.
      event.stopPropagation()
    }
    addEventListener('scroll', onScroll, { capture: true, passive: true })
    const resizes = new ResizeObserver(measure)
    for (const box of [element, ...element.children]) resizes.observe(box)
    return () => {
      removeEventListener('scroll', onScroll, { capture: true })
      resizes.disconnect()
    }
  }, [row])
  return { 'data-hidden-start': hidden.start || undefined, 'data-hidden-end': hidden.end || undefined }
}

/** Layouts have fractions of pixels. */
function hiddenSides({ scrollLeft, scrollWidth, clientWidth }: Element) {
  const before = Math.abs(scrollLeft)
  return { start: before > 1, end: scrollWidth - clientWidth - before > 1 }
}
