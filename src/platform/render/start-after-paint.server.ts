import type { AnyRouter } from '@tanstack/react-router'
import { releaseHeldClick } from './held-click.ts'

/**
 * Loads the client after the first images are painted, on interaction, or after three seconds (decision 10). Until
 * then, a click on a button with `data-held` sets it to "true" and dispatches "held". If the client fails to load, the
 * page's `data-client` is "failed". Style sheets that failed are loaded again; until then, links load the whole next
 * page, which may have them. Inlined in the page, so it must not refer to other modules.
 */
function startClient(release: typeof releaseHeldClick): void {
  const routes = Object.values(window.$_TSR?.router?.manifest?.routes ?? {})
  let isStarted = false
  const { dataset } = document.documentElement

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
      for (const { attrs } of route.scripts ?? []) {
        const script = Object.assign(document.createElement('script'), attrs)
        script.onerror = fail
        document.head.append(script)
      }
    }
  }

  function fail() {
    dataset.client = 'failed'
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-held=true]')) release(button)
  }

  /** The number of style sheets that the page lacks. */
  let missingStyles = 0

  /** A failed style sheet has no rules, or hides that from scripts. */
  function isEmpty({ sheet }: HTMLLinkElement): boolean {
    try {
      return !sheet?.cssRules.length
    } catch {
      return true
    }
  }

  function reloadStyles(link: HTMLLinkElement, delay: number) {
    setTimeout(() => {
      const copy = link.cloneNode() as HTMLLinkElement
      copy.onload = () => {
        missingStyles -= 1
      }
      copy.onerror = () => {
        copy.remove()
        reloadStyles(link, 2 * delay)
      }
      link.after(copy)
    }, delay)
  }

  function hold(event: MouseEvent) {
    if (missingStyles && (event.target as Element).closest('a')) return event.stopPropagation()
    const button = (event.target as Element).closest<HTMLButtonElement>('[data-held]')
    if (!button) return
    event.preventDefault()
    // React could handle it too.
    event.stopPropagation()
    button.dataset.held = 'true'
    button.dispatchEvent(new Event('held', { bubbles: true }))
    if (dataset.client) release(button)
    // The client may never load.
    else setTimeout(release, 8000, button)
  }

  // The last images' paints are pending by then.
  const onceLoaded = () =>
    requestAnimationFrame(() => new PerformanceObserver(start).observe({ type: 'paint', buffered: true }))
  addEventListener('load', onceLoaded, { once: true })
  for (const event of ['pointerdown', 'keydown', 'focusin'])
    addEventListener(event, start, { once: true, capture: true })
  addEventListener('click', hold, true)
  // Scripts wait for the style sheets before them.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (isEmpty(link)) {
      missingStyles += 1
      reloadStyles(link, 1000)
    }
  }
  setTimeout(start, 3000)
}

/** Unindented, since every page contains it. */
const SCRIPT = `(${startClient})(${releaseHeldClick})`.replace(/\n\s+/g, '\n')

export function startAfterPaint(router: AnyRouter): void {
  const manifest = router.ssr?.manifest
  if (!import.meta.env.PROD || !manifest) return
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).map(([id, { preloads: _, scripts, ...route }]) => [
      id,
      {
        ...route,
        ...(scripts && {
          scripts: [{ attrs: { 'data-start': '' }, children: SCRIPT }],
        }),
      },
    ]),
  )
  router.ssr = { manifest: { ...manifest, routes } }
}
