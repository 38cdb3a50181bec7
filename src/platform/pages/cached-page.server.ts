import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '#platform/http/request-headers.server.ts'

const compressBrotli = promisify(brotliCompress)
const decompressBrotli = promisify(brotliDecompress)
const compressGzip = promisify(gzip)

/** Smaller bodies do not benefit. */
const MIN_COMPRESSED_BYTES = 1024

export type Body = { bytes: Buffer; headers: string[] }

export type CachedPage = {
  status: number
  etag: string
  /** Alternating names and values. */
  notModifiedHeaders: string[]
  /** Brotli first, since nearly all readers accept it. */
  bodies: Partial<Record<Encoding, Body>>
  make(encoding: Encoding): Promise<Body>
  /** Called when a body was added. */
  onGrow?: () => void
}

/** The ETag is weak, since all encodings share it (RFC 9110 §8.8.3). */
export async function createCachedPage(
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): Promise<CachedPage> {
  const identity = Buffer.from(body)
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const common = [...Object.entries({ ...headers, vary: 'Accept-Encoding', etag }).flat()]
  const compressible = identity.length >= MIN_COMPRESSED_BYTES
  const making = new Map<Encoding, Promise<Body>>()

  /** Other encodings are created from this one. */
  const br = compressible ? await toBrotli(identity) : undefined
  const page: CachedPage = {
    status,
    etag,
    notModifiedHeaders: common.filter((_, index) => !isBodyHeader(common[index - (index % 2)] ?? '')),
    bodies: br
      ? { br: withLength([...common, 'content-encoding', 'br'], br) }
      : inAll(withLength(common, identity)),
    make(encoding) {
      const made = page.bodies[encoding]
      if (made) return Promise.resolve(made)
      const joined = making.get(encoding) ?? keep(encoding).finally(() => making.delete(encoding))
      making.set(encoding, joined)
      return joined
    },
  }

  async function keep(encoding: Encoding): Promise<Body> {
    const text = br ? await decompressBrotli(br) : identity
    const body =
      encoding === 'gzip'
        ? withLength([...common, 'content-encoding', 'gzip'], await compressGzip(text))
        : withLength(common, text)
    page.bodies[encoding] = body
    page.onGrow?.()
    return body
  }

  return page
}

function inAll(body: Body): CachedPage['bodies'] {
  return { identity: body, br: body, gzip: body }
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

function withLength(headers: string[], bytes: Buffer): Body {
  return { bytes, headers: [...headers, 'content-length', String(bytes.length)] }
}

/** A 304 response has no body to describe (RFC 9110 §15.4.5). */
function isBodyHeader(name: string): boolean {
  return name === 'content-type'
}

/** A measured average. */
const OVERHEAD_BYTES = 4_096

/** The memory that a cached page uses, in bytes. */
export function cachedPageBytes(page: CachedPage): number {
  const buffers = new Set(Object.values(page.bodies).map((body) => body.bytes))
  return [...buffers].reduce((sum, bytes) => sum + bytes.length, OVERHEAD_BYTES)
}
