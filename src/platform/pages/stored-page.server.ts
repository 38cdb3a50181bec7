import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '#platform/http/accept-encoding.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Bodies under this size gain nothing from compression. */
const WORTH_COMPRESSING = 1024

type Body = { bytes: Buffer; headers: string[] }

/** A response kept as the very bytes that go to the wire, once for each encoding. */
export type StoredPage = {
  status: number
  etag: string
  /** Name, value, name, value: as `ServerResponse.writeHead` takes them. */
  notModifiedHeaders: string[]
  bodies: Record<Encoding, Body>
}

/**
 * Makes a response into stored bytes, compressed with brotli and gzip. The ETag is weak, since the encodings of one
 * page share it (RFC 9110 §8.8.3).
 */
export async function createStoredPage(
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): Promise<StoredPage> {
  const identity = Buffer.from(body)
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const common = [...Object.entries({ ...headers, vary: 'Accept-Encoding', etag }).flat()]
  const compressible = identity.length >= WORTH_COMPRESSING
  const [br, gz] = compressible
    ? await Promise.all([toBrotli(identity), compressGzip(identity)])
    : [undefined, undefined]
  return {
    status,
    etag,
    notModifiedHeaders: common.filter((_, index) => !isBodyHeader(common[index - (index % 2)] ?? '')),
    bodies: {
      identity: withLength(common, identity),
      br: br ? withLength([...common, 'content-encoding', 'br'], br) : withLength(common, identity),
      gzip: gz ? withLength([...common, 'content-encoding', 'gzip'], gz) : withLength(common, identity),
    },
  }
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

/** What a stored page takes in memory, in bytes. */
export function storedBytes(page: StoredPage): number {
  const buffers = new Set(Object.values(page.bodies).map((body) => body.bytes))
  return [...buffers].reduce((sum, bytes) => sum + bytes.length, 512)
}
