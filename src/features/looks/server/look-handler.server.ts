import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { servedLook } from '#kernel/look.ts'
import { db } from '#platform/database/db.server.ts'
import { matchesEtag } from '#platform/http/request-headers.server.ts'
import { BASE_HEADERS, IMAGE_HEADERS } from '#platform/http/security-headers.server.ts'
import { lookFilePath, parseLookFilePath } from '../rules/look.ts'
import { publishedFile, publishedIcon } from './load-look.server.ts'
import { findLookFile } from './look-images.server.ts'
import { drawShareImage, SHARE_IMAGE_PATH } from './share-image.server.ts'

const TYPES: Record<string, string> = {
  png: 'image/png',
  avif: 'image/avif',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  css: 'text/css; charset=utf-8',
}
const IMMUTABLE = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'
const ONE_MINUTE = 'public, max-age=60'

/**
 * Serves the images of looks; and of the published one, its style for frames, and the icons and the share image, which have the
 * addresses of the default ones.
 *
 * @returns false if the request is for something else
 */
export async function handleLookFile(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const found = await findFile(path)
  if (!found) return false
  const { bytes, cacheControl } = found
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  const headers = {
    ...(type.startsWith('image/') ? IMAGE_HEADERS : BASE_HEADERS),
    'cache-control': cacheControl,
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...headers, allow: 'GET, HEAD', 'content-length': 0 }).end()
    return true
  }
  if (!bytes) {
    response.writeHead(404, { ...headers, 'content-length': 0 }).end()
    return true
  }
  const etag = etagOf(bytes)
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, { ...headers, etag }).end()
    return true
  }
  response.writeHead(200, { ...headers, etag, 'content-type': type, 'content-length': bytes.length })
  response.end(request.method === 'HEAD' ? undefined : bytes)
  return true
}

/** The files of the published look are the same buffers for every reader. */
const etags = new WeakMap<Buffer, string>()

function etagOf(bytes: Buffer): string {
  const etag = etags.get(bytes) ?? `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
  etags.set(bytes, etag)
  return etag
}

/** Undefined for other paths; without bytes for an image that does not exist. */
async function findFile(
  path: string,
): Promise<{ bytes: Buffer | undefined; cacheControl: string } | undefined> {
  const file = parseLookFilePath(path)
  if (file) {
    const bytes = publishedFile(lookFilePath(file.image, file.name)) ?? (await findLookFile(db(), file))
    return { bytes, cacheControl: bytes ? IMMUTABLE : ONE_MINUTE }
  }
  if (path === '/look.css') return { bytes: Buffer.from(servedLook().css), cacheControl: 'no-cache' }
  const bytes = path === SHARE_IMAGE_PATH ? await drawShareImage(db()) : publishedIcon(path)
  return bytes && { bytes, cacheControl: ONE_HOUR }
}
