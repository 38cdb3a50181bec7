import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { LIVE_PATH } from '#kernel/paths.ts'
import { followChanges } from './follow-changes.ts'

/** Spec §9; also the interval of attempts to load its code. */
const FIRST_REFRESH_MS = 30_000
const STREAM_RETRY_MS = 60_000
const REFRESH_CHANNEL = 'news-updated'

type PageUpdatesModule = typeof import('./page-updates.tsx').pageUpdates

/** Updates the open page (spec §4 and §7) and refreshes the news (spec §9). */
export function LiveUpdates() {
  const router = useRouter()
  const [updates, setUpdates] = useState<PageUpdatesModule>()

  useEffect(() => {
    let stopAll: (() => void) | undefined

    async function withUpdates(work: (updates: PageUpdatesModule) => unknown) {
      try {
        const { pageUpdates } = await import('./page-updates.tsx')
        setUpdates(pageUpdates)
        await work(pageUpdates)
      } catch {
        // The page stays as it is.
      }
    }

    function start() {
      if (stopAll) return
      const channel = new BroadcastChannel(REFRESH_CHANNEL)
      const showToast = () => void withUpdates((updates) => updates.showRefreshToast())
      channel.onmessage = showToast
      const onChange = (tags: string[] | null) =>
        void withUpdates((updates) => updates.updatePage(router, tags))
      const stopFollowing = followChanges({
        path: `${LIVE_PATH}?`,
        retryMs: STREAM_RETRY_MS,
        onChange,
        onRetry: () => onChange(null),
      })
      let stopRefreshing: (() => void) | undefined
      const firstRefresh = setInterval(() => {
        void withUpdates((updates) => {
          clearInterval(firstRefresh)
          stopRefreshing ??= updates.startRefreshing(router, () => {
            channel.postMessage(null)
            showToast()
          })
        })
      }, FIRST_REFRESH_MS)
      stopAll = () => {
        channel.close()
        stopFollowing()
        clearInterval(firstRefresh)
        stopRefreshing?.()
        // Prevents a start by code that is still loading.
        stopRefreshing = () => {}
      }
    }

    // A page in the back/forward cache must have no open connection.
    function stop() {
      stopAll?.()
      stopAll = undefined
    }

    start()
    addEventListener('pageshow', start)
    addEventListener('pagehide', stop)
    return () => {
      stop()
      removeEventListener('pageshow', start)
      removeEventListener('pagehide', stop)
    }
  }, [router])

  return (
    <>
      <div aria-live="polite" className="sr-only">
        {updates && <updates.Announcement />}
      </div>
      {updates && <updates.HeldArticlesButton />}
    </>
  )
}
