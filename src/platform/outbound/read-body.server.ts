import { Duplex, pipeline, type Readable, Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { formatBytes } from '#kernel/format-bytes.ts'
import { FetchError } from './fetch-error.ts'

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd'

const MAX_ENCODINGS = 3

/** Accepts truncated bodies. */
const gunzip = () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })

const decoders = new Map<string, () => Duplex>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', () => Duplex.from(inflate)],
  ['br', () => createBrotliDecompress()],
  // RFC 9659 §3 limits the window to 8 MB.
  ['zstd', () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } })],
])

/**
 * Holds at most `maxBytes` decoded bytes.
 *
 * @throws FetchError when the body is too large or its encoding is unknown; a zlib error when it is damaged
 */
export async function readBody(
  body: Readable,
  { contentEncoding, maxBytes }: { contentEncoding: string | null; maxBytes: number },
): Promise<Uint8Array> {
  const decoded = decodersOf(contentEncoding).reduce(join, body)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of decoded) {
    size += chunk.length
    if (size > maxBytes) throw new FetchError(`The response is larger than ${formatBytes(maxBytes)}`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

/** Errors reach the last stream. */
function join(source: Readable, decoder: Duplex): Duplex {
  return pipeline(source, decoder, () => {})
}

/** Some servers send the character encoding here. */
const NO_CODING = /^(?:|identity|none|utf-?8|iso-8859-1)$/

/** Creates the decoders in reverse order of the header (RFC 9110 §8.4). */
function decodersOf(contentEncoding: string | null): Duplex[] {
  const names = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !NO_CODING.test(name))
  if (names.length > MAX_ENCODINGS) return [failing('The response is compressed too many times')]
  return names.reverse().map((name) => {
    const create = decoders.get(name)
    return create ? create() : failing('The response uses an unknown compression')
  })
}

/** Fails within the pipeline, which closes the connection. */
function failing(reason: string): Duplex {
  return new Transform({ construct: (done) => done(new FetchError(reason)) })
}

/** "deflate" is the zlib format (RFC 9110 §8.4.1.2), but some servers send raw data. */
async function* inflate(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return
  async function* whole() {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  const isZlib = ((first.value[0] ?? 0) & 0x0f) === 8
  yield* pipeline(whole, isZlib ? createInflate() : createInflateRaw(), () => {})
}
