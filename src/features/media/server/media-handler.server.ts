import type { IncomingMessage, ServerResponse } from 'node:http'
import { matchesEtag } from '#platform/http/matches-etag.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import { parseMediaPath } from '../rules/variant.ts'
import type { MediaStore, Served } from './media.server.ts'

const FOR_GOOD = 'public, max-age=31536000, immutable'
const FOR_A_MINUTE = 'public, max-age=60'

/**
 * Answers the requests under `/media/`; false for any other, which is then left alone. An image that is missing or
 * broken is a 404 without a body, so that the page's own error handling shows the placeholder.
 */
export async function handleMedia(
  store: MediaStore,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [pathname = ''] = (request.url ?? '').split('?', 1)
  if (!pathname.startsWith('/media/')) return false

  response.setHeaders(new Map(Object.entries(BASE_HEADERS)))
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': 0 }).end()
    return true
  }

  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const path = parseMediaPath(pathname)
  try {
    answer(request, response, path ? await store.serve(path, gone.signal) : { kind: 'not-found' })
  } catch (error) {
    if (!gone.signal.aborted) throw error
  }
  return true
}

function answer(request: IncomingMessage, response: ServerResponse, served: Served): void {
  if (served.kind !== 'image') {
    response.writeHead(404, { 'Cache-Control': FOR_A_MINUTE, 'Content-Length': 0 }).end()
    return
  }
  const { bytes, contentType, etag } = served
  response.setHeader('Cache-Control', FOR_GOOD).setHeader('ETag', etag)
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end()
    return
  }
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': bytes.length })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
