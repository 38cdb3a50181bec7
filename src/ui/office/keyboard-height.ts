type Viewport = Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>

/** Smaller differences are the browser's own bars. */
const MIN_HEIGHT_PX = 120

/**
 * Returns the height of the part of the window that the on-screen keyboard covers; 0 without one.
 *
 * @param innerHeight of the window, CSS pixels
 */
export function keyboardHeight(viewport: Viewport, innerHeight: number): number {
  // Zooming makes the visual viewport smaller too.
  if (viewport.scale > 1.01) return 0
  const covered = Math.round(innerHeight - viewport.height - viewport.offsetTop)
  return covered < MIN_HEIGHT_PX ? 0 : covered
}
