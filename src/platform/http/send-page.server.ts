import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CachedPage, encodeBody, storedEncoding } from '#platform/pages/cached-page.server.ts'
import { chooseEncoding, type Encoding, matchesEtag, rawHeader } from './request-headers.server.ts'

type Options = {
  /** Alternating names and values. */
  moreHeaders?: readonly string[]
  count?(outcome: 'hit' | 'not-modified'): void
}

const NO_HEADERS: readonly string[] = []

/**
 * Sends a page, or 304 if the client has it. Synchronous unless the body in the chosen encoding must be created first.
 * Headers are passed as one array, since setting them one by one takes longer than sending a cached page.
 */
export function sendPage(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
  { moreHeaders = NO_HEADERS, count }: Options = {},
): Promise<void> | undefined {
  if (page.status === 200 && matchesEtag(rawHeader(request, 'if-none-match'), page.etag)) {
    count?.('not-modified')
    // A 304 response has no body to describe (RFC 9110 §15.4.5).
    response.writeHead(304, [...page.headers, ...moreHeaders]).end()
    return undefined
  }
  count?.('hit')
  const encoding = storedEncoding(page, chooseEncoding(rawHeader(request, 'accept-encoding')))
  const write = (body: Buffer) => {
    response.writeHead(page.status, [...page.headers, ...bodyHeaders(page, encoding, body), ...moreHeaders])
    if (request.method === 'HEAD') response.end()
    else response.end(body)
  }
  const body = page.bodies[encoding]
  if (!body) return encodeBody(page, encoding).then(write)
  write(body)
  return undefined
}

function bodyHeaders({ contentType }: CachedPage, encoding: Encoding, body: Buffer): string[] {
  const headers = ['content-length', String(body.length)]
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  if (contentType) headers.push('content-type', contentType)
  return headers
}
