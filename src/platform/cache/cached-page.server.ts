import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { EdgeHeaders } from '#platform/cdn/edge-headers.server.ts'
import type { Encoding } from '#platform/http/request-headers.server.ts'
import type { StrictTransport } from '#platform/http/security-headers.server.ts'

const compressBrotli = promisify(brotliCompress)
const decompressBrotli = promisify(brotliDecompress)
const compressGzip = promisify(gzip)

/** Smaller bodies do not benefit. */
const MIN_COMPRESSED_BYTES = 1024

/**
 * `headers` are stored because creating them takes a tenth of the time of sending a page. They begin with
 * Server-Timing, which differs by response.
 */
export type Body = {
  readonly bytes: Buffer
  readonly headers: string[]
  /** Created by `addStrictHeaders`, with Strict-Transport-Security. */
  strictHeaders: string[] | undefined
  /** Created by `addEdgeHeaders`. They begin with the control header of the CDN, which changes with time. */
  edgeHeaders: { edge: EdgeHeaders; isStrict: boolean; headers: string[] } | undefined
}

export type CachedPage = {
  readonly status: number
  readonly etag: string
  /** Alternating names and values, without the body's. */
  readonly headers: readonly string[]
  readonly contentType: string | undefined
  /** Brotli first, which nearly all readers accept; only `identity` for small pages. */
  readonly bodies: Partial<Record<Encoding, Body>>
  /** The headers for the CDN, which the page cache sets while the page includes all changes. */
  edge: EdgeHeaders | undefined
  /** Called after adding a body. */
  onGrow: (() => void) | undefined
}

/** The ETag is weak, since all encodings share it (RFC 9110 §8.8.3). */
export async function createCachedPage(
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): Promise<CachedPage> {
  const identity = Buffer.from(body)
  const { 'content-type': contentType, ...others } = headers
  const etag = `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"`
  const page: CachedPage = {
    status,
    etag,
    headers: Object.entries({ ...others, vary: 'Accept-Encoding', etag }).flat(),
    contentType,
    bodies: {},
    edge: undefined,
    onGrow: undefined,
  }
  if (identity.length < MIN_COMPRESSED_BYTES) addBody(page, 'identity', identity)
  else addBody(page, 'br', await toBrotli(identity))
  return page
}

function addBody(page: CachedPage, encoding: Encoding, bytes: Buffer): Body {
  const headers = ['server-timing', '', ...page.headers, 'content-length', String(bytes.length)]
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  if (page.contentType) headers.push('content-type', page.contentType)
  const body = {
    bytes: exact(bytes),
    headers: [...headers],
    strictHeaders: undefined,
    edgeHeaders: undefined,
  }
  page.bodies[encoding] = body
  page.onGrow?.()
  return body
}

export function addStrictHeaders(body: Body, strictTransport: StrictTransport): string[] {
  if (body.strictHeaders) return body.strictHeaders
  body.strictHeaders = [...body.headers, ...strictTransport]
  return body.strictHeaders
}

/**
 * Returns the headers with those for the CDN. They have no Server-Timing, which contains the id of the last change: it would be
 * outdated in a stored copy, and without it, pages ask for the changes since they were requested.
 */
export function addEdgeHeaders(body: Body, edge: EdgeHeaders, strictTransport?: StrictTransport): string[] {
  const isStrict = strictTransport !== undefined
  const known = body.edgeHeaders
  if (known?.edge === edge && known.isStrict === isStrict) return known.headers
  const headers = [edge.controlHeader, '', ...edge.keys, ...body.headers.slice(2), ...(strictTransport ?? [])]
  body.edgeHeaders = { edge, isStrict, headers }
  return headers
}

export function storedEncoding({ bodies }: CachedPage, wanted: Encoding): Encoding {
  return bodies.br ? wanted : 'identity'
}

/** Concurrent requests share the work. */
const beingEncoded = new WeakMap<CachedPage, Map<Encoding, Promise<Body>>>()

/** Creates other encodings once, from the Brotli body. */
export async function encodeBody(page: CachedPage, wanted: Encoding): Promise<Body> {
  const encoding = storedEncoding(page, wanted)
  const ofPage = beingEncoded.get(page) ?? new Map<Encoding, Promise<Body>>()
  beingEncoded.set(page, ofPage)
  const joined = page.bodies[encoding] ?? ofPage.get(encoding) ?? encodeFromBrotli(page, encoding)
  if (!(joined instanceof Promise)) return joined
  ofPage.set(encoding, joined)
  return joined.finally(() => ofPage.delete(encoding))
}

async function encodeFromBrotli(page: CachedPage, encoding: Encoding): Promise<Body> {
  const text = await decompressBrotli(page.bodies.br?.bytes ?? Buffer.alloc(0))
  return addBody(page, encoding, encoding === 'gzip' ? await compressGzip(text) : text)
}

/**
 * Level 5 balances the first reader's wait against size. A window of 64 kB compresses pages as well as the default of 4
 * MB, with a third less processor time.
 */
function toBrotli(bytes: Buffer): Promise<Buffer> {
  return compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: 16,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

/** zlib returns views of larger buffers, and small ones share a pool. */
function exact(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

export function bodyBytes({ bodies }: CachedPage): number {
  return Object.values(bodies).reduce((sum, { bytes }) => sum + bytes.length, 0)
}
