import type { Fetch } from './page-renderer.server.ts'
import { type UnavailableReason, unavailablePage } from './unavailable-page.server.ts'

/**
 * Replaces a page that is not cached, and fails without the database, by the message that readers get, with status 503.
 */
export function respondUnavailable(fetch: Fetch, isDatabaseUnavailable: () => Promise<boolean>): Fetch {
  return async (request) => {
    const response = await fetch(request)
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    if (response.status < 500 || !isPage || !(await isDatabaseUnavailable())) return response
    await response.body?.cancel()
    return unavailableResponse('database', request)
  }
}

/** Status 503 with the message that readers get. */
export function unavailableResponse(reason: UnavailableReason, request: Request): Response {
  const { html, headers } = unavailablePage(reason)
  // The response to a form must not be replaced by a page that was requested without its fields.
  if (request.method !== 'GET') delete headers.refresh
  return new Response(html, {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  })
}
