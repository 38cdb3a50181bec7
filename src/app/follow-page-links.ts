import type { RegisteredRouter } from '@tanstack/react-router'
import { isAdminPath } from '#kernel/paths.ts'

/** The delay of the router's own links. */
const PRELOAD_DELAY_MS = 50

/**
 * Opens links between reader pages in the router, also those in HTML that React does not hydrate, and loads pages whose
 * links are touched, focused or hovered over. Links with a `target` are left to the browser; those with `data-replace`
 * replace the history entry.
 */
export function followPageLinks(router: RegisteredRouter): void {
  let preload: ReturnType<typeof setTimeout>

  function pageLinkOf({ target }: Event): HTMLAnchorElement | undefined {
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[href]:not([target])')
    const isInternal = link?.origin === location.origin && !link.hash && !isAdminPath(location.pathname)
    return isInternal && isReaderPage(link.pathname) ? link : undefined
  }

  /** Files and feeds have an extension. Other paths that only the server knows match the last route, of unknown pages. */
  const isReaderPage = (path: string) =>
    !path.includes('.') && !isAdminPath(path) && router.getMatchedRoutes(path)[0].at(-1)?.fullPath !== '/$'

  function preloadIn(delay: number, event: Event): void {
    clearTimeout(preload)
    const link = pageLinkOf(event)
    if (link) preload = setTimeout(() => router.preloadRoute(pageOf(link) as never).catch(() => {}), delay)
  }

  // On `window`, after the handlers of React.
  addEventListener('click', (event) => {
    const link = pageLinkOf(event)
    const opensElsewhere = event.button || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
    if (!link || opensElsewhere || event.defaultPrevented) return
    event.preventDefault()
    clearTimeout(preload)
    void router.navigate({ ...pageOf(link), replace: 'replace' in link.dataset })
  })
  addEventListener('touchstart', (event) => preloadIn(0, event), { passive: true })
  for (const name of ['mouseover', 'focusin']) {
    addEventListener(name, (event) => preloadIn(PRELOAD_DELAY_MS, event))
  }
}

const pageOf = ({ pathname, search }: HTMLAnchorElement) => ({ href: pathname + search })
