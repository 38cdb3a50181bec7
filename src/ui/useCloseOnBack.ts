import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Makes Back close an overlay: an open overlay has a history entry that the router does not see.
 *
 * @returns a function to call before the overlay closes for a navigation, which must replace the entry
 */
export function useCloseOnBack(isOpen: boolean, close: () => void): () => void {
  const onBack = useEffectEvent(close)
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!isOpen) return
    isLeaving.current = false
    let isPopped = false
    const removeListener = onNextPop(() => {
      isPopped = true
      onBack()
    })
    // The router wraps the instance's method.
    History.prototype.pushState.call(history, history.state, '')
    return () => {
      removeListener()
      if (isPopped || isLeaving.current) return
      onNextPop(() => {})
      history.back()
    }
  }, [isOpen])

  return () => {
    isLeaving.current = true
  }
}

/**
 * Called by the router.
 *
 * @returns a function that stops listening
 */
function onNextPop(listener: () => void): () => void {
  const listening = new AbortController()
  addEventListener(
    'popstate',
    (event) => {
      event.stopImmediatePropagation()
      listener()
    },
    { capture: true, once: true, signal: listening.signal },
  )
  return () => listening.abort()
}
