import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { LRUCache } from 'lru-cache'
import { describeS3Address, type S3Address } from '#kernel/storage-address.ts'
import { createCircuit } from './circuit.ts'
import { hashContent } from './content-digest.server.ts'
import {
  createS3Client,
  describeS3Error,
  isExistingKey,
  isMissingKey,
  isUnsupported,
} from './s3-client.server.ts'
import {
  type Bucket,
  type FoundFile,
  isFileName,
  MARKER,
  nullIfMissing,
  requireFileName,
  type StoredFile,
} from './storage.server.ts'
import { StorageError } from './storage-error.ts'

/** Larger files are sent in parts of this size; S3 allows 10,000. */
const PART_BYTES = 8 * 1024 ** 2
const PARALLEL_PARTS = 2
/** Readers may be slow: each holds at most three of these in memory, and no connection to the storage. */
const READ_BYTES = 512 * 1024
const READ_ATTEMPTS = 3
const IDLE_TIMEOUT_MS = 10_000
/** The cache of found files. They never change, but other processes may delete them. */
const KNOWN = { max: 10_000, ttl: 60_000 }

type S3Options = { idleTimeoutMs?: number }

/** A client that several buckets share. After failures in a row, its requests fail at once. */
export type S3Connection = {
  readonly place: S3Address
  /** @throws {StorageError} and errors about keys */
  request<T>(send: (client: S3Client, sdk: typeof import('@aws-sdk/client-s3')) => Promise<T>): Promise<T>
}

export function connectS3(
  place: S3Address,
  { idleTimeoutMs = IDLE_TIMEOUT_MS }: S3Options = {},
): S3Connection {
  const circuit = createCircuit()
  let client: Promise<S3Client> | undefined
  return {
    place,
    async request(send) {
      if (!circuit.allows())
        throw new StorageError(
          'unavailable',
          `${describeS3Address(place)} does not respond. Check the storage service.`,
        )
      // Slow to load, so the first request loads it.
      client ??= createS3Client(place, { idleTimeoutMs })
      const sdk = await import('@aws-sdk/client-s3')
      try {
        const result = await send(await client, sdk)
        circuit.record('responded')
        return result
      } catch (error) {
        const known = isMissingKey(error) || isExistingKey(error) || isUnsupported(error)
        const described = known ? error : describeS3Error(error, place)
        const isAway = described instanceof StorageError && described.kind === 'unavailable'
        circuit.record(isAway ? 'failed' : 'responded')
        throw described
      }
    },
  }
}

/** @param folder follows the prefix of the address in all keys; ends with a slash */
export function openS3Bucket({ place, request }: S3Connection, folder: string): Bucket {
  const prefix = place.prefix + folder
  const known = new LRUCache<string, FoundFile>(KNOWN)
  const objectOf = (name: string) => ({ Bucket: place.bucket, Key: prefix + name })

  async function find(name: string): Promise<FoundFile | null> {
    if (!isFileName(name)) return null
    return known.get(name) ?? look(name)
  }

  async function look(name: string): Promise<FoundFile | null> {
    try {
      const head = await request((client, { HeadObjectCommand }) =>
        client.send(new HeadObjectCommand(objectOf(name))),
      )
      const found: FoundFile = {
        bytes: head.ContentLength ?? 0,
        modifiedAt: head.LastModified ?? new Date(0),
        ...(head.Metadata?.sha256 && { sha256: head.Metadata.sha256 }),
      }
      known.set(name, found)
      return found
    } catch (error) {
      if (!isMissingKey(error)) throw error
      known.delete(name)
      return null
    }
  }

  /** Stores a file only if its name is new. For services without conditional writes, callers look for the name before. */
  async function write(put: (condition: { IfNoneMatch?: string }) => Promise<unknown>): Promise<boolean> {
    try {
      await put({ IfNoneMatch: '*' }).catch((error) => {
        if (!isUnsupported(error)) throw error
        return put({})
      })
      return true
    } catch (error) {
      if (isExistingKey(error)) return false
      throw error
    }
  }

  async function putBytes(name: string, bytes: Uint8Array): Promise<boolean> {
    requireFileName(name)
    if (await look(name)) return false
    const object = { ...objectOf(name), Body: bytes, Metadata: { sha256: hash('sha256', bytes) } }
    return write((condition) =>
      request((client, { PutObjectCommand }) =>
        client.send(new PutObjectCommand({ ...object, ...condition })),
      ),
    )
  }

  /** Reads a range or the whole file. Repeats the request if the connection ends in the middle. */
  async function readRange(name: string, range?: { start: number; end: number }): Promise<Buffer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request(async (client, { GetObjectCommand }) => {
          const Range = range && `bytes=${range.start}-${range.end}`
          const { Body } = await client.send(new GetObjectCommand({ ...objectOf(name), Range }))
          return Buffer.from((await Body?.transformToByteArray()) ?? [])
        })
      } catch (error) {
        if (isMissingKey(error)) throw missingFile(name)
        const isPassing = error instanceof StorageError && error.kind === 'unavailable'
        if (!isPassing || attempt >= READ_ATTEMPTS) throw error
      }
    }
  }

  async function* readParts(name: string, { start, end }: { start: number; end: number }, first: Buffer) {
    yield first
    for (let at = start + first.length; at <= end; at += READ_BYTES)
      yield await readRange(name, { start: at, end: Math.min(at + READ_BYTES, end + 1) - 1 })
  }

  return {
    address: describeS3Address({ ...place, prefix }),
    find,
    has: async (name) => (await find(name)) !== null,
    put: putBytes,
    async putFile(name, path) {
      requireFileName(name)
      const { size } = await stat(path)
      if (size <= PART_BYTES) return putBytes(name, await readFile(path))
      if (await look(name)) return false
      const sha256 = await hashContent(createReadStream(path))
      const { Upload } = await import('@aws-sdk/lib-storage')
      return write((condition) =>
        request(async (client, { AbortMultipartUploadCommand }) => {
          const upload = new Upload({
            client,
            params: { ...objectOf(name), Body: createReadStream(path), Metadata: { sha256 }, ...condition },
            partSize: PART_BYTES,
            queueSize: PARALLEL_PARTS,
            // Otherwise a failure to remove them would hide the cause.
            leavePartsOnError: true,
          })
          try {
            await upload.done()
          } catch (error) {
            const parts = { ...objectOf(name), UploadId: upload.uploadId }
            if (upload.uploadId) await client.send(new AbortMultipartUploadCommand(parts)).catch(() => {})
            throw error
          }
        }),
      )
    },
    async stream(name, range) {
      requireFileName(name)
      const { start, end } = range ?? { start: 0, end: ((await find(name))?.bytes ?? 0) - 1 }
      if (end < start) return Readable.from([])
      // Read before the caller responds, so that a failure has a status.
      const first = await readRange(name, { start, end: Math.min(start + READ_BYTES, end + 1) - 1 })
      return Readable.from(readParts(name, { start, end }, first), { objectMode: false, highWaterMark: 1 })
    },
    read: async (name) => (isFileName(name) ? readRange(name).catch(nullIfMissing) : null),
    list: (start = '') =>
      request(async (client, { paginateListObjectsV2 }) => {
        const files: StoredFile[] = []
        const query = { Bucket: place.bucket, Prefix: prefix + start, Delimiter: '/' }
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, query)) {
          for (const { Key = '', Size = 0, LastModified } of Contents) {
            const name = Key.slice(prefix.length)
            if (isFileName(name)) files.push({ name, bytes: Size, modifiedAt: LastModified ?? new Date(0) })
          }
        }
        return files
      }),
    async remove(name) {
      known.delete(name)
      if (!isFileName(name)) return
      await request((client, { DeleteObjectCommand }) => client.send(new DeleteObjectCommand(objectOf(name))))
    },
    async readMarker() {
      const bytes = await readRange(MARKER).catch(nullIfMissing)
      return bytes?.toString().trim() || undefined
    },
    async writeMarker(id) {
      const object = { ...objectOf(MARKER), Body: `${id}\n` }
      await request((client, { PutObjectCommand }) => client.send(new PutObjectCommand(object)))
    },
  }
}

function missingFile(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`The file ${name} does not exist in the storage`), { code: 'ENOENT' })
}
