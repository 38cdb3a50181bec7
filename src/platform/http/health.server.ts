import type { RequestHandler } from './http.server.ts'
import { answerPlainly } from './plain-answer.server.ts'

/** /livez: the process answers (touches nothing). /readyz: it can also reach the database. */
export function createHealth(isDatabaseAway: () => Promise<boolean>): RequestHandler {
  return async (path, _request, response) => {
    if (path !== '/livez' && path !== '/readyz') return false
    const away = path === '/readyz' && (await isDatabaseAway())
    if (away) answerPlainly(response, 503, 'The database cannot be reached.')
    else answerPlainly(response, 200, 'ok')
    return true
  }
}
