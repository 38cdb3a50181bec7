import type { AnyRouter } from '@tanstack/react-router'
import { BEACON_PATH } from '#kernel/paths.ts'
import type { ReaderAction } from '../rules/beacon.ts'

/** Empty when the current view is not tracked. */
let id = ''

export function trackEngagement(act: ReaderAction): void {
  if (id) sendBeacon('act', { act })
}

/** Stores nothing on the device. Respects Do Not Track and Global Privacy Control. */
export function trackPageViews(router: AnyRouter): void {
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & {
    globalPrivacyControl?: boolean
  }
  if (id || doNotTrack === '1' || globalPrivacyControl || webdriver) return

  let path = ''
  let depth = 0
  let shownMs = 0
  let since = 0
  let lastSent = ''

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
    sendBeacon('view', { path, referrer, utm })
    setTimeout(measure, 1000)
  }

  function measure(): void {
    const read = document.querySelector(path.startsWith('/article') ? 'main article' : 'main')
    if (!read) return
    const { top, height } = read.getBoundingClientRect()
    depth = Math.max(depth, Math.min(100, Math.round(((innerHeight - top) / height) * 100)))
  }

  /** Several events may signal the same departure. */
  function leave(): void {
    measure()
    if (since) shownMs += performance.now() - since
    since = 0
    const seconds = Math.round(shownMs / 1000)
    const now = id + seconds + depth
    if (lastSent !== now) sendBeacon('leave', { seconds, depth })
    lastSent = now
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

function sendBeacon(kind: string, more: object): void {
  navigator.sendBeacon(BEACON_PATH, JSON.stringify({ kind, id, ...more }))
}
