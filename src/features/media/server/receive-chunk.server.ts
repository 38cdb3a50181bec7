import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type FileTypeResult, fileTypeFromBuffer } from 'file-type'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import { type Bucket, nullIfMissing, type StoredFile } from '#platform/files/storage.server.ts'
import { StorageError } from '#platform/files/storage-error.ts'
import { findFileType } from './find-file-type.server.ts'

export type ReceivedChunk =
  | { kind: 'incomplete'; offset: number }
  /** The client has to continue at `offset`, since fewer bytes are stored than it believes. */
  | { kind: 'gap'; offset: number }
  | { kind: 'too-long' }
  /** `use` gives the file to `work`, and deletes it afterwards. */
  | { kind: 'complete'; use<T>(work: (path: string) => Promise<T>): Promise<T> }

/** A part of the upload `name`, which contains no path. `size` is the size of the whole file, in bytes. */
type Chunk = { name: string; offset: number; size: number; signal: AbortSignal }

export type Receiving = {
  /**
   * Stores a part of a file. After a lost connection the client sends the part again, from any earlier offset: the same
   * bytes come to the same places, even if an abandoned request is still writing.
   */
  receive(body: AsyncIterable<Uint8Array>, chunk: Chunk): Promise<ReceivedChunk>
  /** Finds the type of an incomplete file by its beginning. */
  findType(name: string): Promise<FileTypeResult | undefined>
  remove(name: string): Promise<void>
}

/** Keeps each incomplete file in a folder. */
export function receiveInFolder(dir: string): Receiving {
  return {
    async receive(body, { name, offset, size, signal }) {
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
      // Only one of several concurrent requests gets the file.
      const complete = join(dir, randomUUID())
      const isMoved = await rename(path, complete).then(() => true, nullIfMissing)
      if (!isMoved) return { kind: 'gap', offset: 0 }
      return {
        kind: 'complete',
        use: (work) => work(complete).finally(() => rm(complete, { force: true })),
      }
    },
    findType: (name) => findFileType(join(dir, name)),
    remove: (name) => rm(join(dir, name), { force: true }),
  }
}

/** The size of objects, each of which a request holds in memory. */
const PIECE_BYTES = 4_000_000
/** Bounds the number of objects, for clients that send small parts. Larger uploads may have more. */
const MAX_PIECES = 1_000
/** The mean size of the parts of larger uploads. Browsers send 2 MB, or less after a lost connection. */
const MIN_MEAN_BYTES = 1_600_000
/** Bounds the disk space for temporary files. */
const MAX_COMPLETE = 2
const completing = createSemaphore(MAX_COMPLETE)
/** Bounds the requests to the storage. */
const MAX_REMOVING = 10
const removing = createSemaphore(MAX_REMOVING)

/**
 * Keeps the parts of incomplete files in storage, so that each may come to another machine. A complete file is copied to `dir`
 * while it is used.
 */
export function receiveInStorage(bucket: Bucket, dir: string): Receiving {
  const listPieces = async (name: string) =>
    (await bucket.list(`${name}.`)).map((file) => ({ ...file, offset: Number(file.name.split('.').at(-2)) }))

  async function removePieces(name: string): Promise<void> {
    const pieces = await bucket.list(`${name}.`)
    await Promise.all(pieces.map((piece) => removing.run(() => bucket.remove(piece.name))))
  }

  async function* readPieces(name: string, size: number): AsyncGenerator<Uint8Array> {
    let at = 0
    const pieces = await listPieces(name)
    for (let next = pieceAt(pieces, at); next; next = pieceAt(pieces, at)) {
      const bytes = await bucket.read(next.name)
      if (!bytes) break
      yield bytes.subarray(at - next.offset)
      at = next.offset + next.bytes
    }
    // The client sends the last part again, and learns that the file is in the library.
    if (at !== size)
      throw new StorageError(
        'unavailable',
        'Another request has completed this upload and removed its parts.',
      )
  }

  return {
    async receive(body, { name, offset, size, signal }) {
      const pieces = await listPieces(name)
      const stored = endOf(pieces)
      if (offset > stored) return { kind: 'gap', offset: stored }
      if (pieces.length >= Math.max(MAX_PIECES, size / MIN_MEAN_BYTES)) return { kind: 'too-long' }
      let at = offset
      for await (const piece of divide(body, signal)) {
        if (at + piece.length > size) return { kind: 'too-long' }
        // An abandoned request may store a shorter one at the same place.
        await bucket.put(`${name}.${String(at).padStart(12, '0')}.${piece.length}`, piece)
        at += piece.length
      }
      if (at < size) return { kind: 'incomplete', offset: at }
      return {
        kind: 'complete',
        use: (work) =>
          completing.run(async () => {
            const path = join(dir, randomUUID())
            await mkdir(dir, { recursive: true })
            try {
              await pipeline(
                Readable.from(readPieces(name, size)),
                createWriteStream(path, { flags: 'wx' }),
                { signal },
              )
              const result = await work(path)
              // After a failure, the pieces remain, so that the last part can be sent again.
              await removePieces(name).catch(() => {})
              return result
            } finally {
              await rm(path, { force: true })
            }
          }, signal),
      }
    },
    async findType(name) {
      const [first] = await listPieces(name)
      const bytes = first && (await bucket.read(first.name))
      return bytes ? fileTypeFromBuffer(bytes) : undefined
    },
    remove: removePieces,
  }
}

type Piece = StoredFile & { offset: number }

/** Returns the piece that contains the byte and ends last. */
function pieceAt(pieces: readonly Piece[], at: number): Piece | undefined {
  return pieces
    .filter(({ offset, bytes }) => offset <= at && offset + bytes > at)
    .toSorted((a, b) => a.offset + a.bytes - b.offset - b.bytes)
    .at(-1)
}

/** Returns the number of bytes that are stored from the beginning without a gap. */
function endOf(pieces: readonly Piece[]): number {
  let end = 0
  for (let next = pieceAt(pieces, end); next; next = pieceAt(pieces, end)) end = next.offset + next.bytes
  return end
}

/** Divides a body into pieces. If the connection is lost, the last piece is what has arrived. */
async function* divide(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = []
  let length = 0
  let failure: unknown
  const take = () => {
    const piece = Buffer.concat(chunks)
    chunks = []
    length = 0
    return piece
  }
  try {
    for await (const chunk of body) {
      signal.throwIfAborted()
      chunks.push(chunk)
      length += chunk.length
      if (length >= PIECE_BYTES) yield take()
    }
  } catch (error) {
    failure = error
  }
  if (length > 0) yield take()
  if (failure !== undefined) throw failure
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
  return stat(path).then(({ size }) => size, nullIfMissing)
}
