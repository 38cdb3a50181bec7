import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { readSidebarState, sidebarCookie } from './sidebar-state.ts'

/** Spec §9: below 768 px the sidebar slides over the screen. */
const PHONE = '(width < 768px)'

/** The sidebar's state, kept in a cookie and turned by Ctrl or Cmd and B. Of a browser only: the server draws none. */
export function useSidebar() {
  const [isOpen, setIsOpen] = useState(() => readSidebarState(document.cookie))
  const isPhone = useSyncExternalStore(followWidth, () => matchMedia(PHONE).matches)

  const toggle = useCallback(() => setIsOpen((before) => !before), [])
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = sidebarCookie(isOpen)
  }, [isOpen])
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
      // In a text that is written with its looks, it makes bold.
      if (event.defaultPrevented || event.altKey || event.shiftKey) return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [toggle])

  return { isOpen, isPhone, toggle }
}

function followWidth(onChange: () => void): () => void {
  const query = matchMedia(PHONE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
