/** Loads code that must be available offline. If this fails, it is loaded when needed. */
export function loadWhenIdle(load: () => Promise<unknown>): void {
  // Safari has no idle callbacks.
  const schedule = window.requestIdleCallback ?? setTimeout
  schedule(() => void load().catch(() => {}))
}

const INTERACTIONS = ['pointermove', 'pointerdown', 'scroll', 'keydown']

/** Loads code that most readers never need. */
export function loadOnInteraction(load: () => Promise<unknown>): void {
  const start = () => {
    for (const event of INTERACTIONS) removeEventListener(event, start)
    loadWhenIdle(load)
  }
  for (const event of INTERACTIONS) addEventListener(event, start, { passive: true })
}
