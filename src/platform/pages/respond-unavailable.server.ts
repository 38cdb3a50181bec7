import type { Fetch } from './page-renderer.server.ts'
import { unavailablePage } from './unavailable-page.ts'

/** In seconds (RFC 9110 §10.2.3). */
const RETRY_AFTER = '10'

/**
 * For pages that are not cached: a page that fails while the database is away is replaced by the message
 * that readers get, with status 503.
 */
export function respondUnavailable(fetch: Fetch, isDatabaseAway: () => Promise<boolean>): Fetch {
  return async (request) => {
    const response = await fetch(request)
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    if (response.status < 500 || !isPage || !(await isDatabaseAway())) return response
    await response.body?.cancel()
    const headers = { 'content-type': 'text/html; charset=utf-8', 'retry-after': RETRY_AFTER }
    return new Response(unavailablePage(), { status: 503, headers })
  }
}
