import { isPage } from '#platform/http/page-key.server.ts'
import { createMessage } from './message-page.server.ts'
import type { Rendered } from './page-cache.server.ts'

type RenderPage = (request: Request, client?: string) => Promise<Rendered>

/** Responds with 410 and the standalone page of `findGonePage` instead of rendering. */
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
