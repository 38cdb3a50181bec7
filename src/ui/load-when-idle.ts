/** Loads code that must be there when the network is not. A failed load is tried again when the code is needed. */
export function loadWhenIdle(load: () => Promise<unknown>): void {
  // Safari has no idle callbacks.
  const schedule = window.requestIdleCallback ?? setTimeout
  schedule(() => void load().catch(() => {}))
}
