import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { matchesEtag } from '#platform/http/request-headers.server.ts'
import { IMAGE_HEADERS } from '#platform/http/security-headers.server.ts'
import type { Bucket } from '#platform/storage.server.ts'
import { parseMediaPath } from '../rules/variant.ts'
import type { MediaResult, MediaStore } from './media-store.server.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const ONE_MINUTE = 'public, max-age=60'

/** False outside of `/media/`. Missing and broken images are 404. */
export async function handleMedia(
  store: Pick<MediaStore, 'serve'>,
  request: IncomingMessage,
  response: ServerResponse,
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
    respond(request, response, path ? await store.serve(path, disconnected.signal) : { kind: 'not-found' })
  } catch (error) {
    if (!disconnected.signal.aborted) throw error
  }
  return true
}

function respond(request: IncomingMessage, response: ServerResponse, served: MediaResult): void {
  if (served.kind !== 'image') {
    response.writeHead(404, { 'Cache-Control': ONE_MINUTE, 'Content-Length': 0 }).end()
    return
  }
  const { bytes, contentType, etag } = served
  response.setHeader('Cache-Control', IMMUTABLE).setHeader('ETag', etag)
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end()
    return
  }
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': bytes.length })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** The formats of `encodeUpload`. */
const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
}

const HEADERS = {
  ...IMAGE_HEADERS,
  // Prevents scripts in any browser.
  'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
}

/** False outside of `/storage/`. */
export async function handleUploads(
  bucket: Pick<Bucket, 'read'>,
  request: IncomingMessage,
  response: ServerResponse,
  isWithheld: (name: string) => Promise<boolean> = async () => false,
): Promise<boolean> {
  const [pathname = ''] = (request.url ?? '').split('?', 1)
  if (!pathname.startsWith('/storage/')) return false
  response.setHeaders(new Map(Object.entries(HEADERS)))
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': 0 }).end()
    return true
  }
  const [, name = ''] = /^\/storage\/article-images\/([^/]+)$/.exec(pathname) ?? []
  const type = TYPES[extname(name)]
  const bytes = type ? await bucket.read(name) : null
  if (!type || !bytes || (await isWithheld(name))) {
    response.writeHead(404, { 'Cache-Control': 'public, max-age=60', 'Content-Length': 0 }).end()
    return true
  }
  // Stored files never change.
  const etag = `"${name}"`
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable').setHeader('ETag', etag)
  if (matchesEtag(request.headers['if-none-match'], etag)) response.writeHead(304).end()
  else {
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }
  return true
}
