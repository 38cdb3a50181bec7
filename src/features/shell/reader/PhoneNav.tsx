import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SearchLink } from '#features/search/reader/SearchLink.tsx'

type Tab = { to: string; name: string; icon: string; also?: string }

/** Spec §2. The tab is also current on the page `also`. */
const TABS: Tab[] = [
  { to: '/', name: 'Home', icon: 'icon-house' },
  { to: '/news', name: 'News', icon: 'icon-newspaper', also: '/politics' },
  { to: '/bookmarks', name: 'Saved', icon: 'icon-bookmark' },
]

export function PhoneNav() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const gestures = useGestures()
  return (
    <nav aria-label="Shortcuts" className="md:hidden">
      {gestures && <gestures.PullToRefresh first={gestures.first} />}
      <div className="bottom-bar">
        <ul className="bottom-tabs">
          {TABS.map((tab) => (
            <li key={tab.to}>
              <Link
                to={tab.to}
                aria-current={tab.also === pathname ? 'true' : undefined}
                activeOptions={{ exact: true }}
              >
                <span className={`icon ${tab.icon}`} />
                {tab.name}
              </Link>
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
