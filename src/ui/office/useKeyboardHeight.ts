import { useEffect } from 'react'
import { keyboardHeight } from './keyboard-height.ts'

/** Sets `--keyboard-height` and `data-keyboard` of the document while an on-screen keyboard covers a part of the window. */
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
