import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { useCallback, useEffect, useState } from 'react'
import { useMediaQuery } from '#ui/office/useMediaQuery.ts'

/** Spec §2 and §9; expires after 7 days. */
const COOKIE = 'sidebar:state'
const LIFETIME_SECONDS = 7 * 24 * 60 * 60

/** Spec §9. */
const PHONE = '(width < 768px)'

/** Stored in a cookie. The server assumes a wide window. */
export function useSidebar() {
  const [isOpen, setIsOpen] = useState(() => readSidebarState(readCookies()))
  const isPhone = useMediaQuery(PHONE)

  const toggle = useCallback(() => setIsOpen((before) => !before), [])
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = sidebarCookie(isOpen)
  }, [isOpen])
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
      // The rich text editor uses Ctrl+B for bold.
      if (event.defaultPrevented || event.altKey || event.shiftKey) return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [toggle])

  return { isOpen, isPhone, toggle }
}

const readCookies = createIsomorphicFn()
  .server(() => getRequest().headers.get('cookie') ?? '')
  .client(() => document.cookie)

/** Whether the sidebar is open, which is the default. @param cookies `document.cookie` */
export function readSidebarState(cookies: string): boolean {
  return !cookies.split('; ').includes(`${COOKIE}=false`)
}

/** @returns a value for `document.cookie` */
export function sidebarCookie(isOpen: boolean): string {
  return `${COOKIE}=${isOpen}; path=/; max-age=${LIFETIME_SECONDS}; samesite=lax`
}
