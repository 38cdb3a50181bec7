import { createHash } from 'node:crypto'

/** Measures content while it is read. The hash is in hexadecimal. */
export function createContentDigest() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    /** Passes the chunks on. */
    async *observe<Chunk extends Uint8Array>(content: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
      for await (const chunk of content) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    /** Call it once, when the content has been read. */
    finish: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}

/** Reads content to its end. @returns its SHA-256 hash in hexadecimal */
export async function hashContent(content: AsyncIterable<Uint8Array>): Promise<string> {
  const digest = createContentDigest()
  for await (const _ of digest.observe(content));
  return digest.finish().sha256
}
