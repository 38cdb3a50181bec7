import type { IncomingMessage, ServerResponse } from 'node:http'
import { type EdgeHeaders, edgeControl } from '#platform/cdn/edge-headers.server.ts'
import { StorageError } from '#platform/files/storage-error.ts'
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
  /** Returns the CDN headers of an image that everybody may see; undefined if the CDN must not store it. */
  edgeOf: (articleId: string | undefined) => EdgeHeaders | undefined = () => undefined,
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
    const edge =
      path && audience === 'everybody' ? edgeOf('upload' in path ? undefined : path.articleId) : undefined
    respond(request, response, served, audience, edge)
  } catch (error) {
    if (!disconnected.signal.aborted && !respondToOutage(error, response)) throw error
  }
  return true
}

const RETRY_AFTER_SECONDS = 5

/**
 * Responds with status 503, which caches do not store, if the storage of the uploads has failed.
 *
 * @returns whether it has responded
 */
export function respondToOutage(error: unknown, response: ServerResponse): boolean {
  if (!(error instanceof StorageError) || response.headersSent) return false
  response.setHeader('Cache-Control', 'no-store').setHeader('Retry-After', RETRY_AFTER_SECONDS)
  response.writeHead(503, { 'Content-Length': 0 }).end()
  return true
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  served: MediaResult,
  audience: UploadAudience,
  edge: EdgeHeaders | undefined,
): void {
  if (served.kind !== 'image') {
    const cacheControl = audience === 'everybody' ? ONE_MINUTE : MISSING_UPLOAD
    response.writeHead(404, { 'Cache-Control': cacheControl, 'Content-Length': 0 }).end()
    return
  }
  const { bytes, contentType, etag, isLasting } = served
  const cacheControl = audience !== 'everybody' ? PRIVATE : isLasting ? IMMUTABLE : ONE_MINUTE
  response.setHeader('Cache-Control', cacheControl).setHeader('ETag', etag)
  if (edge && isLasting)
    response.setHeader(edge.controlHeader, edgeControl(edge, Date.now())).setHeader(...edge.keys)
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end()
    return
  }
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': bytes.length })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
