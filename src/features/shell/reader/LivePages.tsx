import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { followChanges } from './follow-changes.ts'
import { NEWS_UPDATED } from './news-updated.ts'

/** From load until the news is first refreshed by itself (spec §9); where what it needs cannot be had, from try to try. */
const FIRST_MS = 30_000

type LiveNews = typeof import('./live-news.tsx').liveNews

/**
 * Keeps the open page up to date (spec §4 and §7) and has the news refreshed by itself (spec §9). What brings the news to
 * the page is loaded with the first of it.
 */
export function LivePages() {
  const router = useRouter()
  const [news, setNews] = useState<LiveNews>()

  useEffect(() => {
    let end: (() => void) | undefined

    async function bring(work: (news: LiveNews) => unknown) {
      try {
        const { liveNews } = await import('./live-news.tsx')
        setNews(liveNews)
        await work(liveNews)
      } catch {
        // The page stays as it is.
      }
    }

    function start() {
      if (end) return
      const channel = new BroadcastChannel(NEWS_UPDATED)
      channel.onmessage = () => void bring((news) => news.sayRefreshed())
      const endFollowing = followChanges((tags) => void bring((news) => news.tellPage(router, tags)))
      let endRefreshing: (() => void) | undefined
      const beginning = setInterval(() => {
        void bring((news) => {
          clearInterval(beginning)
          endRefreshing ??= news.keepRefreshed(router)
        })
      }, FIRST_MS)
      end = () => {
        channel.close()
        endFollowing()
        clearInterval(beginning)
        endRefreshing?.()
        // What is still being loaded begins nothing any more.
        endRefreshing = () => {}
      }
    }

    // A page that the browser keeps for the way back must hold no connection.
    function stop() {
      end?.()
      end = undefined
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
        {news && <news.Announcement />}
      </div>
      {news && <news.HeldNews />}
    </>
  )
}
