import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  addStrictHeaders,
  type Body,
  type CachedPage,
  encodeBody,
  storedEncoding,
} from '#platform/pages/cached-page.server.ts'
import { chooseEncoding, matchesEtag, rawHeader } from './request-headers.server.ts'
import type { StrictTransport } from './security-headers.server.ts'

/**
 * Sends a page, or 304 if the client has it. Synchronous unless the body must be created in another encoding first.
 *
 * @param strictTransport for connections by https
 */
export function sendPage(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
  strictTransport: StrictTransport | undefined,
  count?: (outcome: 'hit' | 'not-modified') => void,
): Promise<void> | undefined {
  if (page.status === 200 && matchesEtag(rawHeader(request, 'if-none-match'), page.etag)) {
    count?.('not-modified')
    // A 304 response has no body to describe (RFC 9110 §15.4.5).
    const { headers } = page
    response.writeHead(304, strictTransport ? [...headers, ...strictTransport] : asHeaders(headers)).end()
    return undefined
  }
  count?.('hit')
  const encoding = storedEncoding(page, chooseEncoding(rawHeader(request, 'accept-encoding')))
  const body = page.bodies[encoding]
  if (!body)
    return encodeBody(page, encoding).then((made) => write(page, made, request, response, strictTransport))
  write(page, body, request, response, strictTransport)
  return undefined
}

function write(
  page: CachedPage,
  body: Body,
  request: IncomingMessage,
  response: ServerResponse,
  strictTransport: StrictTransport | undefined,
): void {
  const headers = strictTransport ? addStrictHeaders(page, body, strictTransport) : body.headers
  response.writeHead(page.status, asHeaders(headers))
  if (request.method === 'HEAD') response.end()
  else response.end(body.bytes)
}

/** The type of `writeHead` lacks `readonly`. */
function asHeaders(headers: readonly string[]): string[] {
  return headers as string[]
}
