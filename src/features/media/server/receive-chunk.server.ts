import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type ReceivedChunk =
  | { kind: 'incomplete'; offset: number }
  /** The client has to continue at `offset`, since fewer bytes are stored than it believes. */
  | { kind: 'gap'; offset: number }
  | { kind: 'too-long' }
  /** The caller has the only reference to the file, and deletes it. */
  | { kind: 'complete'; path: string }

/**
 * Writes a part of a file at its offset. After a lost connection the client sends the part again, from any earlier offset: the same
 * bytes come to the same places, even if an abandoned request is still writing.
 *
 * @param chunk.name identifies the upload; contains no path
 * @param chunk.size of the whole file
 */
export async function receiveChunk(
  body: AsyncIterable<Uint8Array>,
  chunk: { dir: string; name: string; offset: number; size: number; signal: AbortSignal },
): Promise<ReceivedChunk> {
  const { dir, name, offset, size, signal } = chunk
  await mkdir(dir, { recursive: true })
  const path = join(dir, name)
  const stored = await sizeOf(path)
  if (offset > (stored ?? 0)) return { kind: 'gap', offset: stored ?? 0 }
  const limit = limitBytes(size - offset)
  try {
    const file = createWriteStream(path, { flags: stored === null ? 'w' : 'r+', start: offset })
    await pipeline(body, limit.stream, file, { signal })
  } catch (error) {
    if (error instanceof TooLongError) return { kind: 'too-long' }
    throw error
  }
  const received = offset + limit.bytes()
  if (received < size) return { kind: 'incomplete', offset: received }
  // Of concurrent requests, one gets the file.
  const complete = join(dir, randomUUID())
  const isMoved = await rename(path, complete).then(
    () => true,
    (error) => missingOr(error, false),
  )
  return isMoved ? { kind: 'complete', path: complete } : { kind: 'gap', offset: 0 }
}

class TooLongError extends Error {}

function limitBytes(maxBytes: number) {
  let bytes = 0
  const stream = new Transform({
    transform(part: Uint8Array, _encoding, done) {
      bytes += part.length
      done(bytes > maxBytes ? new TooLongError() : null, part)
    },
  })
  return { stream, bytes: () => bytes }
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    (error) => missingOr(error, null),
  )
}

function missingOr<T>(error: NodeJS.ErrnoException, value: T): T {
  if (error.code === 'ENOENT') return value
  throw error
}
