const KEY = 'last-auto-update'
const EVERY_MS = 3_600_000
/** Two windows that wait for the same hour to pass should not both begin at its end. */
const APART_MS = 5_000

/** This tab's own last run, for where the device stores nothing. */
let lastRun = 0

/**
 * Has the news refreshed by itself (spec §9): now, then every 60 minutes, only while the tab is in sight.
 * When it last ran is kept on the device, so that other tabs and reloads within the hour do not repeat it.
 *
 * @returns ends it
 */
export function startAutoRefresh(refresh: () => void): () => void {
  let timer: number | undefined

  function check() {
    clearTimeout(timer)
    if (document.hidden) return
    const now = Date.now()
    // A clock that was set back leaves a time that lies ahead; far ahead, it says nothing.
    const since = Math.abs(now - readLastRun())
    if (since < EVERY_MS) {
      timer = window.setTimeout(check, EVERY_MS - since + Math.random() * APART_MS)
      return
    }
    writeLastRun(now)
    timer = window.setTimeout(check, EVERY_MS)
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
