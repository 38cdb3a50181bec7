/** Loads code that must be there when the network is not. A failed load is tried again when the code is needed. */
export function loadWhenIdle(load: () => Promise<unknown>): void {
  // Safari has no idle callbacks.
  const schedule = window.requestIdleCallback ?? setTimeout
  schedule(() => void load().catch(() => {}))
}

const INTERACTIONS = ['pointermove', 'pointerdown', 'scroll', 'keydown']

/**
 * As `loadWhenIdle`, for pages on which most readers never need the code: it loads once they move, scroll, tap or type.
 */
export function loadOnInteraction(load: () => Promise<unknown>): void {
  const start = () => {
    for (const event of INTERACTIONS) removeEventListener(event, start)
    loadWhenIdle(load)
  }
  for (const event of INTERACTIONS) addEventListener(event, start, { passive: true })
}
