import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  addStrictHeaders,
  type Body,
  type CachedPage,
  encodeBody,
  storedEncoding,
} from '#platform/pages/cached-page.server.ts'
import { chooseEncoding, matchesEtag, rawHeader } from './request-headers.server.ts'
import { STRICT_TRANSPORT } from './security-headers.server.ts'

/** Sends a page, or 304 if the client has it. Synchronous unless the body must be created in another encoding first. */
export function sendPage(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
  isStrict: boolean,
  count?: (outcome: 'hit' | 'not-modified') => void,
): Promise<void> | undefined {
  if (page.status === 200 && matchesEtag(rawHeader(request, 'if-none-match'), page.etag)) {
    count?.('not-modified')
    // A 304 response has no body to describe (RFC 9110 §15.4.5).
    response.writeHead(304, isStrict ? [...page.headers, ...STRICT_TRANSPORT] : asHeaders(page.headers)).end()
    return undefined
  }
  count?.('hit')
  const encoding = storedEncoding(page, chooseEncoding(rawHeader(request, 'accept-encoding')))
  const body = page.bodies[encoding]
  if (!body) return encodeBody(page, encoding).then((made) => write(page, made, request, response, isStrict))
  write(page, body, request, response, isStrict)
  return undefined
}

function write(
  page: CachedPage,
  body: Body,
  request: IncomingMessage,
  response: ServerResponse,
  isStrict: boolean,
): void {
  response.writeHead(page.status, asHeaders(isStrict ? addStrictHeaders(page, body) : body.headers))
  if (request.method === 'HEAD') response.end()
  else response.end(body.bytes)
}

/** The type of `writeHead` lacks `readonly`. */
function asHeaders(headers: readonly string[]): string[] {
  return headers as string[]
}
