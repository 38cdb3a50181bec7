import type { RegisteredRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { refreshNews } from '#features/feeds/reader/refresh-news.ts'
import { NEWS_CHANGED_EVENT } from '#kernel/cache-tags.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { showToast } from '#ui/toast.ts'
import { createPageUpdater, type PageUpdater, type UpdatesState } from './page-updater.ts'
import { reloadInOtherLocale } from './reload-in-other-locale.ts'
import { replaceLook } from './replace-look.ts'

export const pageUpdates = { updatePage, startRefreshing, showRefreshToast, HeldArticlesButton, Announcement }

let updater: PageUpdater | undefined

function updatePage(router: RegisteredRouter, tags: readonly string[] | null): Promise<void> {
  dispatchEvent(new CustomEvent(NEWS_CHANGED_EVENT, { detail: tags }))
  if (!tags || tags.includes('look')) void replaceLook()
  updater ??= createUpdater(router)
  return updater.update(tags)
}

async function refresh(router: RegisteredRouter): Promise<void> {
  updater ??= createUpdater(router)
  await refreshNews()
  await updatePage(router, null)
}

/** Ignores failures (spec §9). */
function startRefreshing(router: RegisteredRouter, onRefreshed: () => void): () => void {
  return startAutoRefresh(() => void refresh(router).then(onRefreshed, () => {}))
}

/** Spec §8. */
function showRefreshToast(): Promise<void> {
  return showToast({ title: phrase('News Updated'), durationMs: 3_000 })
}

/** Spec §4, Article list. */
function HeldArticlesButton() {
  const { buttonLabel } = useUpdates()
  if (!buttonLabel) return null
  return (
    <div className="pointer-events-none measure sticky top-14 z-5 flex h-0 justify-end md:justify-center">
      <button
        type="button"
        onClick={showHeld}
        className="button pointer-events-auto mt-2 self-start bg-paper"
      >
        {buttonLabel}
      </button>
    </div>
  )
}

function Announcement() {
  const { announcement, count } = useUpdates()
  // A new element, so that the same text is announced again.
  return <p key={count}>{announcement}</p>
}

const NO_UPDATES: UpdatesState = { buttonLabel: undefined, announcement: '', count: 0 }

function useUpdates(): UpdatesState {
  return useSyncExternalStore(
    (listener) => updater?.subscribe(listener) ?? (() => {}),
    () => updater?.getState() ?? NO_UPDATES,
  )
}

function createUpdater(router: RegisteredRouter): PageUpdater {
  const created = createPageUpdater(router.options.context.queryClient, {
    mayMove: () => isAtTop() && !isBusyInPage(),
    isAtTop,
    refreshHead: () => router.invalidate(),
    onDeleted: () =>
      void showToast({
        title: phrase('This article has been removed'),
        text: phrase('You can finish reading it here.'),
        durationMs: 10_000,
      }),
    isUnderMaintenance,
    reload: () => location.reload(),
    reloadFor(settings) {
      const { locale } = settings as { locale?: string }
      return locale !== undefined && reloadInOtherLocale(locale)
    },
  })
  addEventListener('scroll', created.onScroll, { passive: true })
  return created
}

function showHeld(): void {
  updater?.showHeld()
  scrollTo({ top: 0, behavior: 'instant' })
  // After React has rendered the articles.
  setTimeout(focusFirstArticle)
}

const content = () => document.getElementById('content')

/** Overscrolling makes scrollY negative. */
function isAtTop(): boolean {
  return scrollY < 1
}

function isBusyInPage(): boolean {
  const main = content()
  const { activeElement } = document
  const isInside = main !== activeElement && main?.contains(activeElement) && !activeElement?.closest('form')
  return Boolean(isInside || getSelection()?.toString())
}

function focusFirstArticle(): void {
  const target = content()?.querySelector<HTMLElement>('article :is(h2, h3) a') ?? content()
  target?.focus({ preventScroll: true })
}

async function isUnderMaintenance(): Promise<boolean> {
  try {
    const response = await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    return response.status === 503 && response.headers.has('x-maintenance')
  } catch {
    return false
  }
}

const LAST_RUN_KEY = 'last-auto-update'
const REFRESH_INTERVAL_MS = 3_600_000
/** The delay is random, so that tabs do not refresh together. */
const MAX_RANDOM_DELAY_MS = 5_000

/** Used if local storage is disabled. */
let lastRun = 0

/** Calls `refresh` now and every 60 minutes while the tab is visible (spec §9). Tabs share the last run in local storage. */
function startAutoRefresh(refresh: () => void): () => void {
  let timer: number | undefined

  function check() {
    clearTimeout(timer)
    if (document.hidden) return
    const now = Date.now()
    // After the clock was set back, the last run may be in the future.
    const since = Math.abs(now - readLastRun())
    if (since < REFRESH_INTERVAL_MS) {
      timer = window.setTimeout(check, REFRESH_INTERVAL_MS - since + Math.random() * MAX_RANDOM_DELAY_MS)
      return
    }
    writeLastRun(now)
    timer = window.setTimeout(check, REFRESH_INTERVAL_MS)
    refresh()
  }

  document.addEventListener('visibilitychange', check)
  check()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', check)
  }
}

function readLastRun(): number {
  try {
    return Math.max(lastRun, Number(localStorage.getItem(LAST_RUN_KEY)) || 0)
  } catch {
    return lastRun
  }
}

function writeLastRun(now: number): void {
  lastRun = now
  try {
    localStorage.setItem(LAST_RUN_KEY, String(now))
  } catch {}
}
