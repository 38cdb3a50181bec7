import { type RefObject, useLayoutEffect, useState } from 'react'

/** Returns the width of the content of an element, in CSS pixels; 0 before the first layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    setWidth(element.current.clientWidth)
    const resizes = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    resizes.observe(element.current)
    return () => resizes.disconnect()
  }, [element])
  return width
}
