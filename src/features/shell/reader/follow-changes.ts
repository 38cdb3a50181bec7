import { LIVE_PATH } from '#kernel/paths.ts'

/** How long a page goes on listening once it is out of sight: who only looks something up is not cut off. */
const HIDDEN_MS = 30_000
/** Between tries where the stream cannot be had at all. */
const RETRY_MS = 60_000

/** What the server is asked to begin with: what came after an event, or since this page was asked for. */
let place = ''

/**
 * Follows what changes on the site (spec §7, Live updates) for as long as the page is in sight and online; what it missed
 * meanwhile comes when it is back. Where the stream cannot be had, anything may have changed every minute or two.
 *
 * @param onChange is given the tags of what changed, or null when it may be anything
 * @returns ends it
 */
export function followChanges(onChange: (tags: string[] | null) => void): () => void {
  let source: EventSource | undefined
  let timer: number | undefined

  function open() {
    clearTimeout(timer)
    if (source || document.hidden || !navigator.onLine || !window.EventSource) return
    source = new EventSource(`${LIVE_PATH}?${place || ageOfPage()}`)
    source.onmessage = (event) => hear(event, JSON.parse(event.data))
    source.addEventListener('reset', (event) => hear(event, null))
    source.onerror = () => {
      // From anything but a refusal the browser comes back by itself.
      if (source?.readyState !== 2) return
      source = undefined
      timer = window.setTimeout(
        () => {
          onChange(null)
          open()
        },
        RETRY_MS * (1 + Math.random()),
      )
    }
  }

  function hear(event: MessageEvent, tags: string[] | null) {
    place = `after=${event.lastEventId}`
    if (tags?.length !== 0) onChange(tags)
  }

  function close() {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }

  function heedSight() {
    if (!document.hidden) return open()
    clearTimeout(timer)
    timer = window.setTimeout(close, HIDDEN_MS)
  }

  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('visibilitychange', heedSight, { signal })
  window.addEventListener('online', open, { signal })
  window.addEventListener('offline', close, { signal })
  open()
  return () => {
    listening.abort()
    close()
  }
}

/** A page that came out of a browser's store may be of any age; of two clocks, one stands still while the machine sleeps. */
function ageOfPage(): string {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const age = Math.max(performance.now(), Date.now() - performance.timeOrigin)
  return entry?.transferSize ? `age=${Math.ceil(age)}` : ''
}
