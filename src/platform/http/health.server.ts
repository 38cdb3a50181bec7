import type { RequestHandler } from './http.server.ts'
import { sendText } from './text-response.server.ts'

/** /livez: the process responds. /readyz: so does the database. */
export function createHealth(isDatabaseAway: () => Promise<boolean>): RequestHandler {
  return async (path, _request, response) => {
    if (path !== '/livez' && path !== '/readyz') return false
    const away = path === '/readyz' && (await isDatabaseAway())
    if (away) sendText(response, 503, 'The database cannot be reached.')
    else sendText(response, 200, 'ok')
    return true
  }
}
