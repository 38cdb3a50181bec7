/** Loads code that must be available offline. If it fails, the code is loaded when it is needed. */
export function loadWhenIdle(load: () => Promise<unknown>): void {
  // Safari has no idle callbacks.
  const schedule = window.requestIdleCallback ?? setTimeout
  schedule(() => void load().catch(() => {}))
}

const INTERACTIONS = ['pointermove', 'pointerdown', 'scroll', 'keydown']

/** Most readers never need the code: loads it once they move the pointer, scroll, tap or type. */
export function loadOnInteraction(load: () => Promise<unknown>): void {
  const start = () => {
    for (const event of INTERACTIONS) removeEventListener(event, start)
    loadWhenIdle(load)
  }
  for (const event of INTERACTIONS) addEventListener(event, start, { passive: true })
}
