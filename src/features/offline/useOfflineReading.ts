import { useEffect } from 'react'
import { readStored, subscribeToBookmarks } from '#features/bookmarks/stored-bookmarks.ts'

/**
 * Makes the Reading List readable without a network, once the page has loaded. Where a browser refuses (no storage, no
 * secure origin), the paper is simply read with a network.
 */
export function useOfflineReading(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true })
  }, [])
}

function start() {
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  addEventListener('click', leaveToBrowser, true)
  subscribeToBookmarks(tellWorker)
  if (readStored()) tellWorker()
}

/** What tells it is loaded once there is something to tell. */
function tellWorker() {
  import('./tell-worker.ts').then(
    (telling) => telling.tellWorker(),
    () => {},
  )
}

/** Without a network, the router waits for data; where a worker is at hand, the browser asks it for the page instead. */
function leaveToBrowser(event: MouseEvent) {
  if (navigator.onLine || !navigator.serviceWorker.controller) return
  if ((event.target as Element).closest?.('a[href]')) event.stopPropagation()
}
