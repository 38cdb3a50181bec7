import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import {
  addEdgeHeaders,
  addStrictHeaders,
  type Body,
  type CachedPage,
  encodeBody,
  storedEncoding,
} from '#platform/cache/cached-page.server.ts'
import { edgeControl } from '#platform/cdn/edge-headers.server.ts'
import { chooseEncoding, matchesEtag, rawHeader } from '#platform/http/request-headers.server.ts'
import type { StrictTransport } from '#platform/http/security-headers.server.ts'

/** Node.js writes strings up to 16 kB together with the head (`StreamBase::WriteString`). */
const MAX_TEXT_BYTES = 14_000
const MAX_TEXTS_BYTES = 4 * 1024 * 1024

/** Recent bodies as Latin-1: node:http sends strings with less processor time than buffers. */
const texts = new LRUCache<Body, string>({ maxSize: MAX_TEXTS_BYTES, sizeCalculation: (text) => text.length })

type Options = {
  /** The last event of the live stream when the request arrived. */
  lastEventId: string
  /** For connections by https. */
  strictTransport: StrictTransport | undefined
  /** Whether this process knows of all changes, so that a CDN may store the page. */
  isCurrent?: () => boolean
  count?: (outcome: 'hit' | 'not-modified') => void
}

/** 304 if the client has the page. Synchronous unless the body must first be encoded. */
export function sendPage(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
  options: Options,
): Promise<void> | undefined {
  const { lastEventId, strictTransport, isCurrent, count } = options
  if (page.status === 200 && matchesEtag(rawHeader(request, 'if-none-match'), page.etag)) {
    count?.('not-modified')
    // RFC 9110 §15.4.5.
    const { edge } = page
    const headers =
      edge && isCurrent?.()
        ? [...page.headers, edge.controlHeader, edgeControl(edge, Date.now()), ...edge.keys]
        : [...page.headers, 'server-timing', serverTiming(lastEventId)]
    if (strictTransport) headers.push(...strictTransport)
    response.writeHead(304, headers).end()
    return undefined
  }
  count?.('hit')
  const encoding = storedEncoding(page, chooseEncoding(rawHeader(request, 'accept-encoding')))
  const body = page.bodies[encoding]
  if (!body) return encodeBody(page, encoding).then((made) => write(page, made, request, response, options))
  write(page, body, request, response, options)
  return undefined
}

/** Tells the page which changes it includes: scripts can read no other header of it (W3C Server Timing). */
export function serverTiming(lastEventId: string): string {
  return `live;desc="${lastEventId}"`
}

function write(
  page: CachedPage,
  body: Body,
  request: IncomingMessage,
  response: ServerResponse,
  options: Options,
): void {
  response.writeHead(page.status, currentHeaders(page, body, options))
  if (request.method === 'HEAD') response.end()
  else if (body.bytes.length > MAX_TEXT_BYTES) response.end(body.bytes)
  else response.end(bodyText(body), 'latin1')
}

function currentHeaders(
  { edge }: CachedPage,
  body: Body,
  { strictTransport, lastEventId, isCurrent }: Options,
): string[] {
  if (edge && isCurrent?.()) {
    const headers = addEdgeHeaders(body, edge, strictTransport)
    headers[1] = edgeControl(edge, Date.now())
    return headers
  }
  const headers = strictTransport ? addStrictHeaders(body, strictTransport) : body.headers
  headers[1] = serverTiming(lastEventId)
  return headers
}

function bodyText(body: Body): string {
  const known = texts.get(body)
  if (known !== undefined) return known
  const text = body.bytes.toString('latin1')
  if (text !== '') texts.set(body, text)
  return text
}
