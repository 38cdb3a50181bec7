import { Duplex, pipeline, type Readable, Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { FetchFailure } from './fetch-failure.ts'

/** What `readBody` can undo, for the Accept-Encoding header. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd'

/** More layers than this are no server's honest work. */
const MAX_LAYERS = 3

const decoders = new Map<string, () => Duplex>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => Duplex.from(inflate)],
  ['br', () => createBrotliDecompress()],
  // RFC 9659 §3: a window of 8 MB is all that a web server may ask for.
  ['zstd', () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } })],
])

/**
 * Reads a response body to its end and undoes its Content-Encoding, in a stream: neither a large body nor a small one
 * that unfolds into a large one is ever held beyond `maxBytes` decoded bytes.
 * @throws FetchFailure when it grows too large or its encoding is unknown; zlib's own error when it is damaged
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
    if (size > maxBytes) throw new FetchFailure(`The answer is larger than ${inMegabytes(maxBytes)} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

/** Joined streams end together. The callback has nothing to do: an error reaches whoever reads the last of them. */
function join(source: Readable, decoder: Duplex): Duplex {
  return pipeline(source, decoder, () => {})
}

/** The decoders in the order of use: the header lists encodings in the order they were applied (RFC 9110 §8.4). */
function decodersOf(contentEncoding: string | null): Duplex[] {
  const names = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > MAX_LAYERS) return [failing('The answer is compressed too many times over')]
  return names.reverse().map((name) => {
    const create = decoders.get(name)
    return create ? create() : failing('The answer is compressed in a way that is not understood')
  })
}

/** Fails as a part of the chain, so that the connection of a body which nobody reads is closed with it. */
function failing(reason: string): Duplex {
  return new Transform({ construct: (done) => done(new FetchFailure(reason)) })
}

/** "deflate" means zlib's format (RFC 9110 §8.4.1.2), yet some servers send it bare: the first byte tells which. */
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

function inMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toLocaleString('en-GB', { maximumSignificantDigits: 2 })
}
