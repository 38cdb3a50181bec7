import { useEffect, useEffectEvent, useRef } from 'react'
import { addBackEntry } from './back-entry.ts'

/**
 * Makes Back close an overlay.
 *
 * @returns a function to call before the overlay closes for a navigation, which must replace the entry
 */
export function useCloseOnBack(isOpen: boolean, close: () => void): () => void {
  const onBack = useEffectEvent(close)
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!isOpen) return
    isLeaving.current = false
    const remove = addBackEntry(() => onBack())
    return () => remove(isLeaving.current)
  }, [isOpen])

  return () => {
    isLeaving.current = true
  }
}
