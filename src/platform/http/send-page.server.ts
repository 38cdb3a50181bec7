import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import {
  addStrictHeaders,
  type Body,
  type CachedPage,
  encodeBody,
  storedEncoding,
} from '#platform/pages/cached-page.server.ts'
import { chooseEncoding, matchesEtag, rawHeader } from './request-headers.server.ts'
import type { StrictTransport } from './security-headers.server.ts'

/** Node.js writes strings up to 16 kB with the head at once (`StreamBase::WriteString`). */
const MAX_TEXT_BYTES = 14_000
const MAX_TEXTS_BYTES = 4 * 1024 * 1024

/** Recent bodies as Latin-1: a bare node:http server sends strings with less processor time than buffers. */
const texts = new LRUCache<Body, string>({ maxSize: MAX_TEXTS_BYTES, sizeCalculation: (text) => text.length })

/**
 * Sends 304 if the client has the page. Synchronous unless the body must first be encoded.
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
    // RFC 9110 §15.4.5.
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
  else if (body.bytes.length > MAX_TEXT_BYTES) response.end(body.bytes)
  else response.end(bodyText(body), 'latin1')
}

function bodyText(body: Body): string {
  const known = texts.get(body)
  if (known !== undefined) return known
  const text = body.bytes.toString('latin1')
  if (text !== '') texts.set(body, text)
  return text
}

/** `writeHead` is typed without `readonly`. */
function asHeaders(headers: readonly string[]): string[] {
  return headers as string[]
}
