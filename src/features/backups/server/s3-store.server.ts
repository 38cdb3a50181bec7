import { PassThrough, Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { ArchiveError } from '#platform/files/archive-error.ts'
import {
  createS3Client,
  describeS3Error,
  isMissingKey,
  requireS3Address,
} from '#platform/files/s3-client.server.ts'
import type { BackupStore } from './folder-store.server.ts'

/** S3 allows 10,000 parts: a backup has up to 160 GB. */
const PART_BYTES = 16 * 1024 ** 2
const PARALLEL_PARTS = 2
const READ_BYTES = 4 * 1024 ** 2
const IDLE_TIMEOUT_MS = 60_000

/**
 * @param address see `parseS3Address`
 * @throws {StorageError} if it is invalid. The functions of the store throw it, too, if the service fails.
 */
export async function openS3Store(
  address: string,
  { idleTimeoutMs = IDLE_TIMEOUT_MS } = {},
): Promise<BackupStore> {
  const place = requireS3Address(address)
  const { bucket, prefix } = place
  const client = await createS3Client(place, { idleTimeoutMs })
  const objectOf = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  const addressOf = (name: string) => `s3://${bucket}/${prefix}${name}`
  const findBytes = async (name: string) =>
    (await client.send(new HeadObjectCommand(objectOf(name)))).ContentLength ?? 0
  const explainErrors = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      throw describeS3Error(error, place)
    })

  async function exists(name: string): Promise<boolean> {
    try {
      await findBytes(name)
      return true
    } catch (error) {
      if (isMissingKey(error)) return false
      throw error
    }
  }

  /** One long response would time out while its reader waits, for example for a passphrase. */
  async function* readParts(name: string, bytes: number): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes; start += READ_BYTES) {
      const range = `bytes=${start}-${Math.min(start + READ_BYTES, bytes) - 1}`
      yield await explainErrors(readRange(name, range))
    }
  }

  async function readRange(name: string, range: string): Promise<Uint8Array> {
    const { Body } = await client.send(new GetObjectCommand({ ...objectOf(name), Range: range }))
    return Body?.transformToByteArray() ?? new Uint8Array()
  }

  return {
    async create(name, write) {
      if (await explainErrors(exists(name))) throw new ArchiveError(`${addressOf(name)} already exists.`)
      // The upload has the same error, and may fail after everything was written.
      const body = new PassThrough().on('error', () => {})
      const upload = new Upload({
        client,
        params: { ...objectOf(name), Body: body, ContentType: 'application/octet-stream' },
        partSize: PART_BYTES,
        queueSize: PARALLEL_PARTS,
      })
      let failure: unknown
      const uploaded = upload.done().catch((error) => {
        failure = error
        body.destroy(error as Error)
      })
      try {
        const result = await write(body)
        await uploaded
        if (failure) throw failure
        return { address: addressOf(name), bytes: await findBytes(name), result }
      } catch (error) {
        const cause = failure ?? error
        // The upload then removes its parts; abort() would not wait for that.
        body.destroy(cause as Error)
        await uploaded
        throw describeS3Error(cause, place)
      }
    },
    async open(name) {
      try {
        return Readable.from(readParts(name, await findBytes(name)), { objectMode: false, highWaterMark: 1 })
      } catch (error) {
        if (isMissingKey(error)) throw new ArchiveError(`Backup not found: ${addressOf(name)}.`)
        throw describeS3Error(error, place)
      }
    },
    list: () =>
      explainErrors(
        (async () => {
          const names: string[] = []
          const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix, Delimiter: '/' })
          for await (const { Contents = [] } of pages)
            names.push(...Contents.map(({ Key = '' }) => Key.slice(prefix.length)))
          return names
        })(),
      ),
    remove: (name) =>
      explainErrors(client.send(new DeleteObjectCommand(objectOf(name))).then(() => undefined)),
  }
}
