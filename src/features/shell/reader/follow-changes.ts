/** A page hidden for longer disconnects. */
const HIDDEN_MS = 30_000
/** The pause before the first connection is tried again. */
const FIRST_RETRY_MS = 2_000

/** Requests missed changes: since the last event, or since the page was requested. */
let resumeFrom = ''

type Options = {
  /** Ends with "?" or "&". */
  path: string
  /** The pause after a refusal; up to twice as long, to spread out clients. */
  retryMs: number
  /** Null: anything may have changed. */
  onChange(tags: string[] | null): void
  onRejected?(): void
  onRetry?(): void
  onConnect?(source: EventSource): void
}

/**
 * Follows changes while the page is visible and online (spec §7, Live updates). Reconnecting delivers missed changes.
 *
 * @returns a function that stops
 */
export function followChanges({
  path,
  retryMs,
  onChange,
  onRejected,
  onRetry,
  onConnect,
}: Options): () => void {
  let source: EventSource | undefined
  let timer: number | undefined

  function open() {
    clearTimeout(timer)
    if (source || document.hidden || !navigator.onLine || !window.EventSource) return
    source = new EventSource(path + (resumeFrom || sincePage()))
    onConnect?.(source)
    source.onmessage = (event) => receive(event, JSON.parse(event.data))
    source.addEventListener('reset', (event) => receive(event, null))
    source.onerror = () => {
      // Browsers reconnect, except after a refusal (CLOSED).
      const isRejected = source?.readyState === 2
      if (isRejected) onRejected?.()
      // Before the first event, they would send an outdated age.
      else if (resumeFrom) return
      close()
      timer = window.setTimeout(
        () => {
          if (isRejected) onRetry?.()
          open()
        },
        (isRejected ? retryMs : FIRST_RETRY_MS) * (1 + Math.random()),
      )
    }
  }

  function receive(event: MessageEvent, tags: string[] | null) {
    resumeFrom = `after=${event.lastEventId}`
    if (tags?.length !== 0) onChange(tags)
  }

  function close() {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }

  function onVisibilityChange() {
    if (!document.hidden) return open()
    clearTimeout(timer)
    timer = window.setTimeout(close, HIDDEN_MS)
  }

  const listeners = new AbortController()
  const { signal } = listeners
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  window.addEventListener('online', open, { signal })
  window.addEventListener('offline', close, { signal })
  open()
  return () => {
    listeners.abort()
    close()
  }
}

/** A page from the browser's cache has no age. A clock may stop during sleep. */
function sincePage(): string {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // Only secure pages can read it.
  const event = entry?.serverTiming?.find(({ name }) => name === 'live')
  const age = Math.max(performance.now(), Date.now() - performance.timeOrigin)
  return (event ? `after=${event.description}&` : '') + (entry?.transferSize ? `age=${Math.ceil(age)}` : '')
}
