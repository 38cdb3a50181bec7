/** For code that is needed without a network. A failed load is repeated when the code is needed. */
export function loadWhenIdle(load: () => Promise<unknown>): void {
  // Safari has no idle callbacks.
  const schedule = window.requestIdleCallback ?? setTimeout
  schedule(() => void load().catch(() => {}))
}

const INTERACTIONS = ['pointermove', 'pointerdown', 'scroll', 'keydown']

/** As `loadWhenIdle`, for code that most readers never need: loads once they move, scroll, tap or type. */
export function loadOnInteraction(load: () => Promise<unknown>): void {
  const start = () => {
    for (const event of INTERACTIONS) removeEventListener(event, start)
    loadWhenIdle(load)
  }
  for (const event of INTERACTIONS) addEventListener(event, start, { passive: true })
}
