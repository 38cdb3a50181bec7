import { Link, useLocation } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
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
      {gestures}
      {/* It would cover the page's own search box. */}
      {pathname !== '/search' && <SearchLink className="floating-button" />}
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
    </nav>
  )
}

/** Loads on the first touch or scroll. */
function useGestures() {
  const [loaded, setLoaded] = useState<{ Gestures: ComponentType<{ first: Event }>; first: Event }>()
  useEffect(() => {
    if (loaded) return
    const load = (first: Event) => {
      if (!matchMedia('(width < 48rem)').matches) return
      // The next touch retries a failed load.
      import('./PhoneGestures.tsx').then(
        ({ PhoneGestures }) => setLoaded({ Gestures: PhoneGestures, first }),
        () => {},
      )
    }
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    addEventListener('touchstart', load, options)
    addEventListener('scroll', load, options)
    return () => listening.abort()
  }, [loaded])
  return loaded && <loaded.Gestures first={loaded.first} />
}
