import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Bucket } from '#platform/files/storage.server.ts'
import { parseByteRange } from '#platform/http/byte-range.ts'
import { matchesEtag } from '#platform/http/request-headers.server.ts'
import { IMAGE_HEADERS } from '#platform/http/security-headers.server.ts'
import { type FindAudience, respondToOutage } from './media-handler.server.ts'

/** The formats of `prepareUpload`. */
const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.ogg': 'audio/ogg',
  '.flac': 'audio/flac',
  '.wav': 'audio/wav',
  '.weba': 'audio/webm',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
}

const CAPTIONS_TYPE = 'text/vtt; charset=utf-8'
const ONE_MINUTE = 'public, max-age=60'
/** For the person who may see the file, who asks again each time. */
const PRIVATE = 'private, no-cache'
/** The file may exist for others. */
const MISSING = 'private, max-age=60'

const HEADERS = {
  ...IMAGE_HEADERS,
  // Prevents scripts in any browser.
  'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
}

type Uploads = {
  bucket: Pick<Bucket, 'find' | 'stream'>
  /** The stored file of an upload, which changes when it is replaced. */
  findFile(name: string): Promise<string>
  /** The captions of a recording as WebVTT; empty without any. */
  findCaptions(name: string): Promise<string>
}

const PATH = /^\/storage\/article-images\/([^/]+?)(\.vtt)?$/

/**
 * Serves uploads, whole or by range (RFC 9110 §14), and the captions of recordings at the address of the file with `.vtt`.
 * False outside of `/storage/`.
 */
export async function handleUploads(
  uploads: Uploads,
  request: IncomingMessage,
  response: ServerResponse,
  findAudience: FindAudience,
): Promise<boolean> {
  const [pathname = ''] = (request.url ?? '').split('?', 1)
  if (!pathname.startsWith('/storage/')) return false
  response.setHeaders(new Map(Object.entries(HEADERS)))
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': 0 }).end()
    return true
  }
  const [, name = '', captions] = PATH.exec(pathname) ?? []
  const audience = TYPES[extname(name)] ? await findAudience(name, request) : 'nobody'
  response.setHeader('Cache-Control', audience === 'everybody' ? ONE_MINUTE : PRIVATE)
  try {
    const isFound =
      audience !== 'nobody' &&
      (captions
        ? await sendCaptions(uploads, name, request, response)
        : await sendFile(uploads, name, request, response))
    if (!isFound) response.writeHead(404, { 'Cache-Control': MISSING, 'Content-Length': 0 }).end()
  } catch (error) {
    if (!respondToOutage(error, response)) throw error
  }
  return true
}

async function sendCaptions(
  { findCaptions }: Uploads,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const captions = await findCaptions(name)
  if (!captions) return false
  const bytes = Buffer.from(captions)
  response.writeHead(200, { 'Content-Type': CAPTIONS_TYPE, 'Content-Length': bytes.length })
  response.end(request.method === 'HEAD' ? undefined : bytes)
  return true
}

async function sendFile(
  { bucket, findFile }: Uploads,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const file = await findFile(name)
  const type = TYPES[extname(file)]
  const found = type ? await bucket.find(file) : null
  if (!type || !found) return false
  const size = found.bytes
  // Stored files never change.
  const etag = `"${file}"`
  response.setHeader('ETag', etag).setHeader('Accept-Ranges', 'bytes')
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end()
    return true
  }
  const { range: header, 'if-range': condition } = request.headers
  const isCurrent = condition === undefined || condition === etag
  const range = request.method === 'GET' && isCurrent ? parseByteRange(header, size) : undefined
  if (range === null) {
    response.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end()
    return true
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const content = request.method === 'HEAD' || size === 0 ? null : await bucket.stream(file, { start, end })
  if (range) response.setHeader('Content-Range', `bytes ${start}-${end}/${size}`)
  response.writeHead(range ? 206 : 200, { 'Content-Type': type, 'Content-Length': end - start + 1 })
  if (content) await send(content, response)
  else response.end()
  return true
}

/** Players close the connection when they have enough. */
async function send(stream: NodeJS.ReadableStream, response: ServerResponse): Promise<void> {
  try {
    await pipeline(stream, response)
  } catch (error) {
    if (!response.destroyed) throw error
  }
}
