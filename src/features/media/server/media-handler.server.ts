import type { IncomingMessage, ServerResponse } from 'node:http'
import { matchesEtag } from '#platform/http/request-headers.server.ts'
import { IMAGE_HEADERS } from '#platform/http/security-headers.server.ts'
import { parseMediaPath } from '../rules/variant.ts'
import type { MediaResult, MediaStore } from './media-store.server.ts'
import type { UploadAudience } from './upload-audience.server.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** For the person who may see the image, who asks again each time. */
const PRIVATE = 'private, no-cache'
const ONE_MINUTE = 'public, max-age=60'
/** The image may exist for others. */
const MISSING_UPLOAD = 'private, max-age=60'

export type FindAudience = (name: string, request: IncomingMessage) => Promise<UploadAudience>

/** False outside of `/media/`. Missing and broken images, and those that the requester may not see, are 404. */
export async function handleMedia(
  store: Pick<MediaStore, 'serve'>,
  request: IncomingMessage,
  response: ServerResponse,
  findAudience: FindAudience,
): Promise<boolean> {
  const [pathname = ''] = (request.url ?? '').split('?', 1)
  if (!pathname.startsWith('/media/')) return false

  response.setHeaders(new Map(Object.entries(IMAGE_HEADERS)))
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': 0 }).end()
    return true
  }

  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  const path = parseMediaPath(pathname)
  try {
    const audience = path && 'upload' in path ? await findAudience(path.upload, request) : 'everybody'
    const isVisible = path !== undefined && audience !== 'nobody'
    const served = isVisible ? await store.serve(path, disconnected.signal) : ({ kind: 'not-found' } as const)
    respond(request, response, served, audience)
  } catch (error) {
    if (!disconnected.signal.aborted) throw error
  }
  return true
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  served: MediaResult,
  audience: UploadAudience,
): void {
  if (served.kind !== 'image') {
    const cacheControl = audience === 'everybody' ? ONE_MINUTE : MISSING_UPLOAD
    response.writeHead(404, { 'Cache-Control': cacheControl, 'Content-Length': 0 }).end()
    return
  }
  const { bytes, contentType, etag, isLasting } = served
  const cacheControl = audience !== 'everybody' ? PRIVATE : isLasting ? IMMUTABLE : ONE_MINUTE
  response.setHeader('Cache-Control', cacheControl).setHeader('ETag', etag)
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end()
    return
  }
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': bytes.length })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
