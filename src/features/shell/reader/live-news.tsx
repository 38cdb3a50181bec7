import type { RegisteredRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { refreshNews } from '#features/feeds/reader/refresh-news.ts'
import { showToast } from '#ui/toast.ts'
import { startAutoRefresh } from './auto-refresh.ts'
import { NEWS_UPDATED } from './news-updated.ts'
import { createPageUpdates, type PageUpdates, type UpdatesState } from './page-updates.ts'

/** What is loaded with the first change, or when the news is first to be refreshed: it brings news to the page, and stands for it there. */
export const liveNews = { tellPage, keepRefreshed, sayRefreshed, HeldNews, Announcement }

/** Those of this browser page, from the first change on. */
let updates: PageUpdates | undefined

/** Brings up to date what a change of `tags` (null: of anything) touches on the open page. */
function tellPage(router: RegisteredRouter, tags: readonly string[] | null): Promise<void> {
  updates ??= openUpdates(router)
  return updates.tell(tags)
}

/**
 * Has the news refreshed, brings the page up to date, and tells all tabs of it.
 *
 * @throws where the news cannot be refreshed
 */
async function refreshEverywhere(router: RegisteredRouter): Promise<void> {
  updates ??= openUpdates(router)
  await refreshNews()
  await tellPage(router, null)
  const channel = new BroadcastChannel(NEWS_UPDATED)
  channel.postMessage(null)
  channel.close()
}

/** Has that done by itself; what fails waits for the next time. @returns ends it */
function keepRefreshed(router: RegisteredRouter): () => void {
  return startAutoRefresh(() => void refreshEverywhere(router).catch(() => {}))
}

/** Says that the news was refreshed by itself, in whichever tab (spec §8). */
function sayRefreshed(): Promise<void> {
  return showToast({ title: 'News Updated', durationMs: 3_000 })
}

/** A quiet button over the page that offers the stories which came while it was read (spec §4, Article list). */
function HeldNews() {
  const { offer } = useUpdates()
  if (!offer) return null
  return (
    <div className="pointer-events-none measure sticky top-14 z-5 flex h-0 justify-end md:justify-center">
      <button
        type="button"
        onClick={showHeld}
        className="button pointer-events-auto mt-2 self-start bg-paper"
      >
        {offer}
      </button>
    </div>
  )
}

/** What is said of updates, in a region that stands there from the start. */
function Announcement() {
  const { said, times } = useUpdates()
  // A new element for each: so the same words are said again.
  return <p key={times}>{said}</p>
}

const NOTHING: UpdatesState = { offer: undefined, said: '', times: 0 }

function useUpdates(): UpdatesState {
  return useSyncExternalStore(
    (listener) => updates?.subscribe(listener) ?? (() => {}),
    () => updates?.getState() ?? NOTHING,
  )
}

function openUpdates(router: RegisteredRouter): PageUpdates {
  const opened = createPageUpdates(router.options.context.queryClient, {
    mayMove: () => isAtTop() && !isBusyInPage(),
    isAtTop,
    refreshHead: () => router.invalidate(),
    onGone: () =>
      void showToast({
        title: 'This article has been removed',
        text: 'You can read it to its end here.',
        durationMs: 10_000,
      }),
    isUnderMaintenance,
    reload: () => location.reload(),
  })
  addEventListener('scroll', opened.onScroll, { passive: true })
  return opened
}

function showHeld(): void {
  updates?.show()
  scrollTo({ top: 0, behavior: 'instant' })
  // Once the stories stand there: those who observe a query are told before this.
  setTimeout(focusBeginning)
}

const content = () => document.getElementById('content')

/** A window that is pulled down beyond its edge stands below zero. */
function isAtTop(): boolean {
  return scrollY < 1
}

/** Whether the keyboard stands in the page's content, or the reader has marked words. A field that is written in stays. */
function isBusyInPage(): boolean {
  const main = content()
  const { activeElement } = document
  const isInside = main !== activeElement && main?.contains(activeElement) && !activeElement?.closest('form')
  return Boolean(isInside || getSelection()?.toString())
}

function focusBeginning(): void {
  const beginning = content()?.querySelector<HTMLElement>('article :is(h2, h3) a') ?? content()
  beginning?.focus({ preventScroll: true })
}

/** What was refused may have been so for everybody. */
async function isUnderMaintenance(): Promise<boolean> {
  try {
    const response = await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    return response.status === 503 && response.headers.has('x-maintenance')
  } catch {
    return false
  }
}
