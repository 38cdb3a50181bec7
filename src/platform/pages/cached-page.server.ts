import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '#platform/http/request-headers.server.ts'

const compressBrotli = promisify(brotliCompress)
const decompressBrotli = promisify(brotliDecompress)
const compressGzip = promisify(gzip)

/** Smaller bodies do not benefit. */
const MIN_COMPRESSED_BYTES = 1024

/** Holds no more memory than `cachedPageBytes` counts. */
export type CachedPage = {
  readonly status: number
  readonly etag: string
  /** Alternating names and values, without those of the body. */
  readonly headers: readonly string[]
  readonly contentType: string | undefined
  /** Brotli first, since nearly all readers accept it. Only `identity` if the page is too small to be compressed. */
  readonly bodies: Partial<Record<Encoding, Buffer>>
  /** Called when a body was added. */
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
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const etag = flatten(`W/"${hash}"`)
  const shared = Object.entries({ ...others, vary: 'Accept-Encoding' })
    .flat()
    .map(share)
  const isCompressible = identity.length >= MIN_COMPRESSED_BYTES
  return {
    status,
    etag,
    headers: [...shared, 'etag', etag],
    contentType: contentType && share(contentType),
    bodies: isCompressible ? { br: exact(await toBrotli(identity)) } : { identity: exact(identity) },
    onGrow: undefined,
  }
}

/** The encoding of the body for clients that prefer `wanted`. */
export function storedEncoding({ bodies }: CachedPage, wanted: Encoding): Encoding {
  return bodies.br ? wanted : 'identity'
}

/** So that concurrent requests share the work. */
const beingEncoded = new WeakMap<CachedPage, Map<Encoding, Promise<Buffer>>>()

/** Returns the body in an encoding, which is created once from the Brotli body. */
export async function encodeBody(page: CachedPage, wanted: Encoding): Promise<Buffer> {
  const encoding = storedEncoding(page, wanted)
  const { [encoding]: made, br } = page.bodies
  if (made || !br) return made ?? Buffer.alloc(0)
  const ofPage = beingEncoded.get(page) ?? new Map<Encoding, Promise<Buffer>>()
  beingEncoded.set(page, ofPage)
  const joined = ofPage.get(encoding) ?? addBody(page, br, encoding).finally(() => ofPage.delete(encoding))
  ofPage.set(encoding, joined)
  return joined
}

async function addBody(page: CachedPage, br: Buffer, encoding: Encoding): Promise<Buffer> {
  const text = await decompressBrotli(br)
  const bytes = exact(encoding === 'gzip' ? await compressGzip(text) : text)
  page.bodies[encoding] = bytes
  page.onGrow?.()
  return bytes
}

/** Level 5 balances the first reader's wait against size. */
function toBrotli(bytes: Buffer): Promise<Buffer> {
  return compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

/** zlib returns views of larger buffers, and small buffers share a pool. */
function exact(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Copies a string that may refer to a longer one or to parts, as slices and concatenations do in V8. */
export function flatten(text: string): string {
  return Buffer.from(text).toString()
}

const sharedTexts = new Map<string, string>()
/** Limits memory use by values that differ from page to page. */
const MAX_SHARED = 200
const MAX_SHARED_LENGTH = 80

/** Stores header names and short values once for all pages. */
function share(text: string): string {
  const known = sharedTexts.get(text)
  if (known !== undefined) return known
  const flat = flatten(text)
  if (flat.length <= MAX_SHARED_LENGTH && sharedTexts.size < MAX_SHARED) sharedTexts.set(flat, flat)
  return flat
}

/** Bytes of V8 objects on 64-bit platforms, checked by `page-cache-memory.server.test.ts`. */
const PAGE_BYTES = 160
const BUFFER_BYTES = 216
const ARRAY_BYTES = 48
const POINTER_BYTES = 8

/** For ASCII. */
export function textBytes(text: string): number {
  return 20 + text.length
}

export function arrayBytes(length: number): number {
  return ARRAY_BYTES + length * POINTER_BYTES
}

/** The memory that a cached page uses, in bytes. */
export function cachedPageBytes({ headers, bodies }: CachedPage): number {
  let bytes = PAGE_BYTES + arrayBytes(headers.length)
  for (const text of headers) if (!sharedTexts.has(text)) bytes += textBytes(text)
  for (const body of Object.values(bodies)) bytes += BUFFER_BYTES + body.length
  return bytes
}
