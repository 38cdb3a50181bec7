import type { Fetch } from './page-pipeline.server.ts'
import { unavailablePage } from './unavailable-page.server.ts'

/**
 * Responds with status 503 to uncached requests that fail without the database. Pages become the message for readers;
 * server functions keep their body.
 */
export function respondUnavailable(fetch: Fetch, isDatabaseUnavailable: () => Promise<boolean>): Fetch {
  return async (request) => {
    const response = await fetch(request)
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    const isCall = response.headers.has('x-tss-serialized')
    if (response.status < 500 || !(isPage || isCall) || !(await isDatabaseUnavailable())) return response
    if (isCall) return new Response(response.body, { status: 503, headers: response.headers })
    await response.body?.cancel()
    const { html, headers } = unavailablePage('database', { reloads: request.method === 'GET' })
    return new Response(html, {
      status: 503,
      headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    })
  }
}
