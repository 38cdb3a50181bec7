type View = {
  /** The edges of the text, from the top of the window. */
  top: number
  bottom: number
  /** How far the page is scrolled. */
  scrolled: number
  windowHeight: number
}

/**
 * The share of a text that the reader has seen, from 0 to 1; all measures are in pixels. It is 0 until the first line comes
 * into view, or at the top of the page, and 1 from when the last line is in view. Undefined where no scrolling is needed.
 */
export function shareSeen({ top, bottom, scrolled, windowHeight }: View): number | undefined {
  const toGo = bottom - windowHeight
  const way = Math.min(bottom - top, toGo + scrolled)
  return way > 0 ? Math.min(1, Math.max(0, 1 - toGo / way)) : undefined
}
