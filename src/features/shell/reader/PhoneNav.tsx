import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SearchLink } from '#features/search/reader/SearchLink.tsx'
import { categoryName, categoryPath, findCategory, GENERAL_CATEGORY } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'

type Tab = { to: string; name: string; icon: string; also?: string | undefined }

/** Spec §2. The tab is also current on the page `also`. */
const tabs = (): Tab[] => [
  { to: '/', name: phrase('Home'), icon: 'icon-house' },
  {
    to: categoryPath(GENERAL_CATEGORY),
    name: categoryName(GENERAL_CATEGORY),
    icon: 'icon-newspaper',
    also: findCategory('Politics')?.path,
  },
  { to: '/bookmarks', name: phrase('Saved'), icon: 'icon-bookmark' },
]

export function PhoneNav() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const gestures = useGestures()
  return (
    <nav aria-label={phrase('Shortcuts')} className="md:hidden">
      {gestures && <gestures.PullToRefresh first={gestures.first} />}
      <div className="bottom-bar">
        <ul className="bottom-tabs">
          {tabs().map((tab) => (
            <li key={tab.to}>
              <a
                href={tab.to}
                aria-current={tab.to === pathname ? 'page' : tab.also === pathname || undefined}
              >
                <span className={`icon ${tab.icon}`} />
                {tab.name}
              </a>
            </li>
          ))}
        </ul>
        <div className="bottom-buttons">
          {gestures && <gestures.ScrollToTop />}
          {/* The search page has a search box. */}
          {pathname !== '/search' && <SearchLink className="floating-button" />}
        </div>
      </div>
    </nav>
  )
}

type Gestures = typeof import('./PhoneGestures.tsx')

function useGestures() {
  const [loaded, setLoaded] = useState<Gestures & { first: Event }>()
  useEffect(() => {
    if (loaded) return
    const load = (first: Event) => {
      if (!matchMedia('(width < 48rem)').matches) return
      // The next touch retries a failed load.
      import('./PhoneGestures.tsx').then(
        ({ PullToRefresh, ScrollToTop }) => setLoaded({ PullToRefresh, ScrollToTop, first }),
        () => {},
      )
    }
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    addEventListener('touchstart', load, options)
    addEventListener('scroll', load, options)
    return () => listening.abort()
  }, [loaded])
  return loaded
}
