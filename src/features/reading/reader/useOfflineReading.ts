import { useEffect } from 'react'
import { readStored, subscribeToBookmarks } from './stored-bookmarks.ts'

type LoadArticleDataAddress = () => Promise<{ articleDataAddress: (id: string) => Promise<string> }>

/**
 * Makes the Reading List readable without a network, once the page has loaded. Where a browser refuses (no storage, no
 * secure origin), the paper is simply read with a network.
 *
 * @param loadArticleDataAddress loads what knows where the app loads an article from
 */
export function useOfflineReading(loadArticleDataAddress: LoadArticleDataAddress): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const run = () => start(loadArticleDataAddress)
    if (document.readyState === 'complete') run()
    else addEventListener('load', run, { once: true })
  }, [loadArticleDataAddress])
}

function start(loadArticleDataAddress: LoadArticleDataAddress) {
  const tell = () => tellWorker(loadArticleDataAddress)
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  addEventListener('click', leaveToBrowser, true)
  subscribeToBookmarks(tell)
  if (readStored()) tell()
}

/** What tells it is loaded once there is something to tell. */
function tellWorker(loadArticleDataAddress: LoadArticleDataAddress) {
  Promise.all([import('./tell-worker.ts'), loadArticleDataAddress()]).then(
    ([telling, { articleDataAddress }]) => telling.tellWorker(articleDataAddress),
    () => {},
  )
}

/** Without a network, the router waits for data; where a worker is at hand, the browser asks it for the page instead. */
function leaveToBrowser(event: MouseEvent) {
  if (navigator.onLine || !navigator.serviceWorker.controller) return
  if ((event.target as Element).closest?.('a[href]')) event.stopPropagation()
}
