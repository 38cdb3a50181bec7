import { PassThrough, Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { ArchiveError } from '#platform/files/archive-error.ts'
import { env } from '#platform/process/env.server.ts'
import type { BackupStore } from './folder-store.server.ts'

/** S3 allows 10,000 parts: a backup has up to 160 GB. */
const PART_BYTES = 16 * 1024 ** 2
const PARALLEL_PARTS = 2
const READ_BYTES = 4 * 1024 ** 2
const CONNECTION_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 60_000
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/**
 * The SDK reads credentials, region and endpoint from the variables of AWS.
 *
 * @param address `s3://BUCKET/PREFIX`
 */
export function openS3Store(address: string, { idleTimeoutMs = IDLE_TIMEOUT_MS } = {}): BackupStore {
  const [bucket = '', ...path] = address.replace(/^s3:\/\//, '').split('/')
  if (!BUCKET.test(bucket))
    throw new ArchiveError(`${address} is not an address of a bucket such as s3://bucket/folder.`)
  const prefix = path
    .filter(Boolean)
    .map((part) => `${part}/`)
    .join('')
  const client = new S3Client({
    // For services other than AWS.
    forcePathStyle: env().AWS_ENDPOINT_URL !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: idleTimeoutMs },
  })
  const objectOf = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  const addressOf = (name: string) => `s3://${bucket}/${prefix}${name}`
  const findBytes = async (name: string) =>
    (await client.send(new HeadObjectCommand(objectOf(name)))).ContentLength ?? 0
  const explainErrors = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      throw describeError(error, `s3://${bucket}`)
    })

  async function exists(name: string): Promise<boolean> {
    try {
      await findBytes(name)
      return true
    } catch (error) {
      if (isMissing(error)) return false
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
        throw describeError(cause, `s3://${bucket}`)
      }
    },
    async open(name) {
      try {
        return Readable.from(readParts(name, await findBytes(name)), { objectMode: false, highWaterMark: 1 })
      } catch (error) {
        if (isMissing(error)) throw new ArchiveError(`Backup not found: ${addressOf(name)}.`)
        throw describeError(error, `s3://${bucket}`)
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

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && ['NotFound', 'NoSuchKey'].includes(error.name)
}

function describeError(error: unknown, bucket: string): unknown {
  if (error instanceof ArchiveError) return error
  const { name, message } = error as Error
  if (message === 'Region is missing')
    return new ArchiveError(
      `${bucket} cannot be used: set AWS_REGION, such as eu-central-1. Many services other than Amazon S3 expect us-east-1 or auto.`,
    )
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  if (status === 403 || name === 'CredentialsProviderError')
    return new ArchiveError(
      `${bucket} refuses access (${name}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
  if (status !== undefined || name === 'TimeoutError' || (error as NodeJS.ErrnoException).code)
    return new ArchiveError(
      `${bucket} cannot be used: ${message || name}. Check the bucket and AWS_ENDPOINT_URL.`,
    )
  return error
}
