import { useEffect } from 'react'

/** Sets CSS properties while an on-screen keyboard covers the window. */
export function useKeyboardHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const root = document.documentElement
    function update(this: VisualViewport) {
      const height = keyboardHeight(this, window.innerHeight)
      root.toggleAttribute('data-keyboard', height > 0)
      root.style.setProperty('--keyboard-height', `${height}px`)
    }
    const listening = new AbortController()
    viewport.addEventListener('resize', update, { signal: listening.signal })
    viewport.addEventListener('scroll', update, { signal: listening.signal })
    return () => {
      listening.abort()
      root.removeAttribute('data-keyboard')
      root.style.removeProperty('--keyboard-height')
    }
  }, [])
}

type Viewport = Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>

/** Smaller differences are the browser's own bars. */
const MIN_HEIGHT_PX = 120

/** Returns the covered height in CSS pixels; 0 without a keyboard. */
export function keyboardHeight(viewport: Viewport, innerHeight: number): number {
  // Zooming makes the visual viewport smaller too.
  if (viewport.scale > 1.01) return 0
  const covered = Math.round(innerHeight - viewport.height - viewport.offsetTop)
  return covered < MIN_HEIGHT_PX ? 0 : covered
}
