import type { Fetch } from './page-renderer.server.ts'
import { unavailablePage } from './unavailable-page.server.ts'

/**
 * Replaces a page that is not cached, and fails without the database, by the message that readers get, with status 503.
 */
export function respondUnavailable(fetch: Fetch, isDatabaseUnavailable: () => Promise<boolean>): Fetch {
  return async (request) => {
    const response = await fetch(request)
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    if (response.status < 500 || !isPage || !(await isDatabaseUnavailable())) return response
    await response.body?.cancel()
    const { html, headers } = unavailablePage('database', { reloads: request.method === 'GET' })
    return new Response(html, {
      status: 503,
      headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    })
  }
}
