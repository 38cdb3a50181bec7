import { useSuspenseQuery } from '@tanstack/react-query'
import { ScriptOnce, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { breakingQuery } from '#features/articles/articles.functions.ts'
import { writeNewsTimes } from '#features/articles/reader/write-news-times.ts'
import { SearchDialogHost } from '#features/search/reader/SearchDialogHost.tsx'
import { shellQuery } from '#features/site/settings.functions.ts'
import { SkipLink } from '#ui/SkipLink.tsx'
import { LiveUpdates } from './LiveUpdates.tsx'
import { PhoneNav } from './PhoneNav.tsx'
import { SiteFooter } from './SiteFooter.tsx'
import { CategoryNav, SiteHeader } from './SiteHeader.tsx'
import { Ticker } from './Ticker.tsx'

export function ReaderShell({ children }: { children: ReactNode }) {
  const { settings, today } = useSuspenseQuery(shellQuery).data
  const headlines = useSuspenseQuery(breakingQuery).data
  const main = useFocusOnNavigation()
  return (
    <>
      <SkipLink to="#content" />
      <SiteHeader settings={settings} today={today} />
      <CategoryNav />
      {headlines.length > 0 && <Ticker headlines={headlines} />}
      <LiveUpdates />
      <main ref={main} id="content" tabIndex={-1} className="min-h-[60vh] outline-none">
        {children}
      </main>
      {import.meta.env.SSR && <ScriptOnce>{`(${writeNewsTimes})()`}</ScriptOnce>}
      <SiteFooter settings={settings} />
      <PhoneNav />
      <SearchDialogHost />
    </>
  )
}

/** Moves the focus to the content, as browsers do when they load a page. */
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
