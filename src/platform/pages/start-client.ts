/**
 * Loads the client after the first images are painted, on interaction, or after three seconds (decision 10). Until then,
 * a form with the attribute `data-held-submit` is not submitted: the attribute gets the value "true". Inlined in the
 * page, so it must not refer to other modules.
 */
export function startClient(): void {
  const routes = Object.values(window.$_TSR?.router?.manifest?.routes ?? {})
  let isStarted = false

  function start() {
    if (isStarted) return
    isStarted = true
    for (const route of routes) {
      for (const link of route.preloads ?? []) {
        const href = typeof link === 'string' ? link : link.href
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
      }
      // Prevents React from inserting them again.
      delete route.preloads
      for (const { attrs } of route.scripts ?? [])
        document.head.append(Object.assign(document.createElement('script'), attrs))
    }
  }

  function holdSubmit(event: SubmitEvent) {
    const form = event.target as HTMLFormElement
    if (form.dataset.heldSubmit === undefined) return
    event.preventDefault()
    form.dataset.heldSubmit = 'true'
    // The client may never load.
    setTimeout(() => {
      if (form.dataset.heldSubmit) form.submit()
    }, 8000)
  }

  // By then the paints of the last images are pending.
  const onceLoaded = () =>
    requestAnimationFrame(() => new PerformanceObserver(start).observe({ type: 'paint', buffered: true }))
  addEventListener('load', onceLoaded, { once: true })
  for (const event of ['pointerdown', 'keydown', 'focusin'])
    addEventListener(event, start, { once: true, capture: true })
  addEventListener('submit', holdSubmit, true)
  setTimeout(start, 3000)
}
