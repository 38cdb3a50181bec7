import type { PageCache } from '#platform/cache/page-cache.server.ts'
import { isPage, pageRequest } from '#platform/http/page-key.server.ts'
import { createMessage } from './message-page.server.ts'
import type { RenderPage } from './page-renderer.server.ts'

/**
 * Anybody can invent missing addresses.
 *
 * @param options.findNotFoundPath the path of their shared page; undefined if the address may exist
 */
export function shareNotFoundPages(
  renderPage: RenderPage,
  options: { cache: PageCache; findNotFoundPath(path: string): Promise<string | undefined> },
): RenderPage {
  const { cache } = options
  return async (request, client) => {
    const { pathname } = new URL(request.url)
    const shared = isPage(pathname) ? await options.findNotFoundPath(pathname) : undefined
    if (shared === undefined || shared === pathname) return renderPage(request, client)
    const known = cache.get(shared)
    const page = known ?? (await cache.render(shared, () => renderPage(pageRequest(shared))))
    const stale = page.status === 503 ? cache.getStale(shared) : undefined
    return { page: stale?.page ?? page, tags: new Set(), expiresAt: 0 }
  }
}

/** Responds with 410 and the page of `findGonePage` instead of rendering. */
export function sendGonePages(
  renderPage: RenderPage,
  findGonePage: (path: string) => Promise<string | undefined>,
): RenderPage {
  return async (request, client) => {
    const { pathname } = new URL(request.url)
    const html = isPage(pathname) ? await findGonePage(pathname) : undefined
    if (html === undefined) return renderPage(request, client)
    return { page: await createMessage(410, html), tags: new Set(), expiresAt: 0 }
  }
}
