import { useSuspenseQuery } from '@tanstack/react-query'
import { ScriptOnce, useLocation } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
} from 'react'
import { writeNewsTimes } from '#features/articles/reader/write-news-times.ts'
import { breakingQuery } from '#features/front/reader-front.functions.ts'
import { SearchDialogHost } from '#features/search/reader/SearchDialogHost.tsx'
import { shellQuery } from '#features/site/settings.functions.ts'
import { setCategories } from '#kernel/category.ts'
import { servedLook } from '#kernel/look.ts'
import { completeLocale, languageOf } from '#kernel/text/languages.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { isDefault } from '#kernel/time/apply-place.ts'
import { place } from '#kernel/time/place.ts'
import { SkipLink } from '#ui/SkipLink.tsx'
import { followDisplaySettings } from './display-settings.ts'
import { LiveUpdates } from './LiveUpdates.tsx'
import { PhoneNav } from './PhoneNav.tsx'
import { SiteFooter } from './SiteFooter.tsx'
import { CategoryNav, SiteHeader } from './SiteHeader.tsx'
import { Ticker } from './Ticker.tsx'

/** Loaded while there is breaking news. */
const LazyTicker = createIsomorphicFn()
  .server((): ComponentType<ComponentProps<typeof Ticker>> => Ticker)
  .client(() => lazy(async () => ({ default: (await import('./Ticker.tsx')).Ticker })))()

const newsTimesScript = createIsomorphicFn().server(() => {
  const { timeZone, locale } = place()
  const justNow = phrase('Just now')
  // The default clock has 24 hours, which tell the time zone.
  const options = [
    ...(isDefault(place()) && justNow === 'Just now' ? [] : [timeZone, justNow]),
    ...(languageOf(locale) === 'en' ? [] : [completeLocale(locale)]),
  ]
  return `(${writeNewsTimes})(${JSON.stringify(options).slice(1, -1)})`
})

export function ReaderShell({ children }: { children: ReactNode }) {
  const { settings, today, categories, categoryColours } = useSuspenseQuery(shellQuery).data
  if (!import.meta.env.SSR) setCategories(categories)
  const headlines = useSuspenseQuery(breakingQuery).data
  const main = useFocusOnNavigation()
  return (
    <>
      {import.meta.env.SSR && <ScriptOnce>{`(${followDisplaySettings})()`}</ScriptOnce>}
      {import.meta.env.SSR && (
        <style href="categories" precedence="low">
          {categoryColours}
        </style>
      )}
      {import.meta.env.SSR && servedLook().css && (
        <style href="look" precedence="low">
          {servedLook().css}
        </style>
      )}
      <SkipLink to="#content" />
      <SiteHeader settings={settings} today={today} />
      <CategoryNav />
      <Suspense>{headlines.length > 0 && <LazyTicker headlines={headlines} />}</Suspense>
      <LiveUpdates />
      <main ref={main} id="content" tabIndex={-1} className="min-h-[60vh] outline-none">
        {children}
      </main>
      {import.meta.env.SSR && <ScriptOnce>{newsTimesScript() ?? ''}</ScriptOnce>}
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
