import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { SkipLink } from '#ui/SkipLink.tsx'
import { CategoryNav } from './CategoryNav.tsx'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'
import { shellQuery } from './settings.functions.ts'

/** The frame around every reader's page. */
export function ReaderShell({ children }: { children: ReactNode }) {
  const { settings, today } = useSuspenseQuery(shellQuery).data
  const main = useFocusOnNavigation()
  return (
    <>
      <SkipLink to="#content" />
      <SiteHeader settings={settings} today={today} />
      <CategoryNav />
      <main ref={main} id="content" tabIndex={-1} className="min-h-[60vh] outline-none">
        {children}
      </main>
      <SiteFooter settings={settings} />
    </>
  )
}

/** What a browser does when it loads a page, a page changed in place must do itself: start reading at its content. */
function useFocusOnNavigation() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
