/**
 * Loads the client once the reader has the page: painted with the images that stand in sight, or in use, or after three
 * seconds (decision 10). It stands in the page as text, so it may use nothing from outside itself.
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
      // React has no need to name them again.
      delete route.preloads
      for (const { attrs } of route.scripts ?? [])
        document.head.append(Object.assign(document.createElement('script'), attrs))
    }
  }

  // By the frame after the load, the images that have just come are on their way to the screen too.
  const onceLoaded = () =>
    requestAnimationFrame(() => new PerformanceObserver(start).observe({ type: 'paint', buffered: true }))
  addEventListener('load', onceLoaded, { once: true })
  for (const event of ['pointerdown', 'keydown', 'focusin'])
    addEventListener(event, start, { once: true, capture: true })
  setTimeout(start, 3000)
}
