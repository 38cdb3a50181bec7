import { areaOf, decodePath } from '#kernel/paths.ts'
import { DISK_FULL_HEADER } from '#platform/errors/is-disk-full.ts'
import { sendText } from '#platform/http/responses.server.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import type { RequestHandler } from './http.server.ts'

const MESSAGE = 'Nothing can be saved at the moment: the disk of the server is full.'
/** Signing in lets administrators see the cause. */
const SIGN_IN = /^\/api\/auth\//i

/**
 * Responds with status 507 (RFC 4918 §11.5) to requests that would change something.
 *
 * @param isReadOnly called for each request, so it must be fast
 */
export function createReadOnlyGate(isReadOnly: () => boolean): RequestHandler {
  return async (path, { method }, response) => {
    if (!isReadOnly() || method === 'GET' || method === 'HEAD') return false
    const decoded = decodePath(path)
    if (SIGN_IN.test(decoded)) return false
    response.setHeader(DISK_FULL_HEADER, 'on')
    if (areaOf(decoded) === 'api' || areaOf(decoded) === 'admin-api') {
      const headers = { ...BASE_HEADERS, 'content-type': 'application/json', 'cache-control': 'no-store' }
      response.writeHead(507, headers).end(JSON.stringify({ error: MESSAGE, message: MESSAGE }))
    } else sendText(response, 507, MESSAGE)
    return true
  }
}
