import { useEffect } from 'react'
import { readStored, subscribeToBookmarks } from './stored-bookmarks.ts'

type LoadArticleDataAddress = () => Promise<{ articleDataAddress: (id: string) => Promise<string> }>

export function useOfflineReading(loadArticleDataAddress: LoadArticleDataAddress): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const run = () => start(loadArticleDataAddress)
    if (document.readyState === 'complete') run()
    else addEventListener('load', run, { once: true })
  }, [loadArticleDataAddress])
}

function start(loadArticleDataAddress: LoadArticleDataAddress) {
  const sync = () => syncReadingList(loadArticleDataAddress)
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  addEventListener('click', bypassRouterOffline, true)
  subscribeToBookmarks(sync)
  if (readStored()) sync()
}

function syncReadingList(loadArticleDataAddress: LoadArticleDataAddress) {
  Promise.all([import('./sync-worker.ts'), loadArticleDataAddress()]).then(
    ([{ syncWorker }, { articleDataAddress }]) => syncWorker(articleDataAddress),
    () => {},
  )
}

/**
 * Offline, the router has no data, but the worker serves full navigations. "Load More" shows its error and keeps
 * the list.
 */
function bypassRouterOffline(event: MouseEvent) {
  if (navigator.onLine || !navigator.serviceWorker.controller) return
  if ((event.target as Element).closest?.('a[href]:not([data-in-place])')) event.stopPropagation()
}
