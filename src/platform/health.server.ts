import type { RequestHandler } from './http.server.ts'

/** /livez: the process answers (touches nothing). /readyz: it can also reach the database. */
export function createHealth(isDatabaseAway: () => Promise<boolean>): RequestHandler {
  return async (path, _request, response) => {
    if (path !== '/livez' && path !== '/readyz') return false
    const away = path === '/readyz' && (await isDatabaseAway())
    response.writeHead(away ? 503 : 200, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
    response.end(away ? 'The database cannot be reached.\n' : 'ok\n')
    return true
  }
}
