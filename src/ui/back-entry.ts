/**
 * Makes Back close an overlay: adds a history entry that the router does not see.
 *
 * @returns a function to call when the overlay is closed, which removes the entry unless Back did or `isKept`
 */
export function addBackEntry(onBack: () => void): (isKept?: boolean) => void {
  let isPopped = false
  const removeListener = onNextPop(() => {
    isPopped = true
    onBack()
  })
  // The router wraps the instance's method.
  History.prototype.pushState.call(history, history.state, '')
  return (isKept) => {
    removeListener()
    if (isPopped || isKept) return
    onNextPop(() => {})
    history.back()
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
