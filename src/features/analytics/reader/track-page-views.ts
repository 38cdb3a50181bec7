import type { AnyRouter } from '@tanstack/react-router'
import type { Act } from '../rules/beacon.ts'

/** Of the view that is counted; empty where none is. */
let id = ''

/** Has what a reader does with the article counted, where its view is. */
export function trackEngagement(act: Act): void {
  if (id) tell('act', { act })
}

/**
 * Tells the server which pages are shown, for how long and how far they are read, and of bookmarks and shares. Nothing is
 * kept on the device. Who asks not to be followed (Do Not Track, Global Privacy Control) is not, nor is a program.
 */
export function trackPageViews(router: AnyRouter): void {
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & {
    globalPrivacyControl?: boolean
  }
  if (id || doNotTrack === '1' || globalPrivacyControl || webdriver) return

  let path = ''
  let depth = 0
  let shownMs = 0
  let since = 0
  let told = ''

  function view(): void {
    id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
    const parameters = new URLSearchParams(location.search)
    const utm = ['source', 'medium', 'campaign'].map((name) =>
      (parameters.get(`utm_${name}`) ?? '').slice(0, 100),
    )
    const referrer = path ? '' : document.referrer.split(/[/:]+/)[1]
    path = location.pathname
    depth = shownMs = 0
    since = performance.now()
    tell('view', { path, referrer, utm })
    setTimeout(measure, 1000)
  }

  function measure(): void {
    const read = document.querySelector(path.startsWith('/article') ? 'main article' : 'main')
    if (!read) return
    const { top, height } = read.getBoundingClientRect()
    depth = Math.max(depth, Math.min(100, Math.round(((innerHeight - top) / height) * 100)))
  }

  /** What was told already is not told again: browsers say in more than one way that a page is left. */
  function leave(): void {
    measure()
    if (since) shownMs += performance.now() - since
    since = 0
    const seconds = Math.round(shownMs / 1000)
    const now = id + seconds + depth
    if (told !== now) tell('leave', { seconds, depth })
    told = now
  }

  view()
  if (document.hidden) since = 0
  addEventListener('scroll', measure, { passive: true })
  addEventListener('pagehide', leave)
  addEventListener('pageshow', ({ persisted }) => persisted && view())
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) leave()
    else since ||= performance.now()
  })
  router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && leave())
  router.subscribe('onResolved', () => path !== location.pathname && view())
}

function tell(kind: string, more: object): void {
  navigator.sendBeacon('/api/beacon', JSON.stringify({ kind, id, ...more }))
}
