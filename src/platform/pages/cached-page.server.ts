import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '#platform/http/accept-encoding.ts'

const compressBrotli = promisify(brotliCompress)
const decompressBrotli = promisify(brotliDecompress)
const compressGzip = promisify(gzip)

/** Bodies under this size gain nothing from compression. */
const MIN_COMPRESSED_BYTES = 1024

export type Body = { bytes: Buffer; headers: string[] }

/** A response kept as the very bytes that go to the wire, in the encodings that were asked for. */
export type CachedPage = {
  status: number
  etag: string
  /** Name, value, name, value: as `ServerResponse.writeHead` takes them. */
  notModifiedHeaders: string[]
  /** Those that were made so far: brotli at once, since nearly all readers take it, the others when first asked for. */
  bodies: Partial<Record<Encoding, Body>>
  /** The body in an encoding, made once however many ask at once, and kept. */
  make(encoding: Encoding): Promise<Body>
  /** Called when another body has been made. */
  onGrow?: () => void
}

/**
 * Makes a response into stored bytes. The ETag is weak, since the encodings of one page share it (RFC 9110 §8.8.3).
 */
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

  /** What every other body is made from; the text itself is not kept beside it. */
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

/** Under `MIN_COMPRESSED_BYTES`, one body is all. */
function inAll(body: Body): CachedPage['bodies'] {
  return { identity: body, br: body, gzip: body }
}

/** A page is compressed once and sent often, yet the first reader waits for it: level 5 is the balance. */
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

/** RFC 9110 §15.4.5: a 304 carries no description of a body that it doesn't have. */
function isBodyHeader(name: string): boolean {
  return name === 'content-type'
}

/** The headers, the key and the places in the cache's maps, measured with short answers. */
const OVERHEAD_BYTES = 4_096

/** What a stored page takes in memory, in bytes. */
export function cachedPageBytes(page: CachedPage): number {
  const buffers = new Set(Object.values(page.bodies).map((body) => body.bytes))
  return [...buffers].reduce((sum, bytes) => sum + bytes.length, OVERHEAD_BYTES)
}
