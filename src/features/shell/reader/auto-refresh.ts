const KEY = 'last-auto-update'
const REFRESH_INTERVAL_MS = 3_600_000
/** Random delay up to this, so that tabs do not refresh together. */
const MIN_INTERVAL_MS = 5_000

/** Used if local storage is disabled. */
let lastRun = 0

/**
 * Calls `refresh` now and every 60 minutes while the tab is visible (spec §9). Tabs share the last run in local
 * storage.
 *
 * @returns a function that stops
 */
export function startAutoRefresh(refresh: () => void): () => void {
  let timer: number | undefined

  function check() {
    clearTimeout(timer)
    if (document.hidden) return
    const now = Date.now()
    // After the clock was set back, the last run may be in the future.
    const since = Math.abs(now - readLastRun())
    if (since < REFRESH_INTERVAL_MS) {
      timer = window.setTimeout(check, REFRESH_INTERVAL_MS - since + Math.random() * MIN_INTERVAL_MS)
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
    return Math.max(lastRun, Number(localStorage.getItem(KEY)) || 0)
  } catch {
    return lastRun
  }
}

function writeLastRun(now: number): void {
  lastRun = now
  try {
    localStorage.setItem(KEY, String(now))
  } catch {}
}
