import type { S3Client } from '@aws-sdk/client-s3'
import { describeS3Address, parseS3Address, S3_PROTOCOL, type S3Address } from '#kernel/storage-address.ts'
import { env } from '../process/env.server.ts'
import { StorageError } from './storage-error.ts'

const CONNECTION_TIMEOUT_MS = 3_000

/** The error codes of services whose quota is exceeded, with status 507 or 403. */
const FULL = ['QuotaExceeded', 'QuotaExceededException', 'XMinioStorageFull', 'InsufficientStorage']
const BUSY_STATUS = [408, 425, 429]

/** @throws {StorageError} if the address is invalid */
export function requireS3Address(address: string): S3Address {
  const parsed = parseS3Address(address)
  if (typeof parsed !== 'string') return parsed
  // Without the secret.
  const place = address.slice(Math.max(address.lastIndexOf('@') + 1, S3_PROTOCOL.length))
  throw new StorageError('refused', `${S3_PROTOCOL}${place} ${parsed}.`)
}

/**
 * Loads the AWS SDK, which takes a moment, and creates a client, which retries requests after temporary errors.
 *
 * @param options.idleTimeoutMs ends a request during which nothing arrives
 */
export async function createS3Client(
  { endpoint, region, pathStyle, credentials }: S3Address,
  { idleTimeoutMs }: { idleTimeoutMs: number },
): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3')
  const { AWS_ENDPOINT_URL, AWS_REGION } = env()
  const isOther = (endpoint ?? AWS_ENDPOINT_URL) !== undefined
  return new S3Client({
    ...(endpoint && { endpoint }),
    // Most compatible services accept any region.
    ...(region ? { region } : endpoint && { region: AWS_REGION ?? 'us-east-1' }),
    ...(credentials && { credentials }),
    forcePathStyle: pathStyle ?? isOther,
    // Not all services know checksums in trailers. Signatures contain the hash of each part.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: idleTimeoutMs },
  })
}

type ServiceError = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

/** Whether a key does not exist. A missing bucket is another error, except for HEAD. */
export function isMissingKey(error: unknown): boolean {
  return ['NotFound', 'NoSuchKey'].includes((error as Error).name)
}

/** Whether a conditional write found an object (RFC 9110 §13.1.2), or another write to its key. */
export function isExistingKey(error: unknown): boolean {
  return [409, 412].includes((error as ServiceError).$metadata?.httpStatusCode ?? 0)
}

/** Whether the service has no conditional writes. */
export function isUnsupported(error: unknown): boolean {
  return (error as ServiceError).$metadata?.httpStatusCode === 501
}

/** Turns the errors of the AWS SDK and of connections into a `StorageError`, and returns others unchanged. */
export function describeS3Error(error: unknown, { bucket }: Pick<S3Address, 'bucket'>): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error
  const address = describeS3Address({ bucket, prefix: '' })
  const { name, message, code, $metadata } = error as ServiceError
  const status = $metadata?.httpStatusCode
  const explain = (kind: StorageError['kind'], text: string) => new StorageError(kind, text, { cause: error })
  if (message === 'Region is missing')
    return explain(
      'refused',
      `${address} cannot be used: set AWS_REGION, such as eu-central-1. Many services other than Amazon S3 expect us-east-1 or auto.`,
    )
  if (status === 507 || FULL.includes(name))
    return explain('full', `${address} is full: free some space, or raise its quota.`)
  if (status === 401 || status === 403 || name === 'CredentialsProviderError')
    return explain(
      'refused',
      `${address} refuses access (${name}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
  const text = `${address} cannot be used: ${message || name}. Check the bucket and AWS_ENDPOINT_URL.`
  if (status !== undefined && status >= 300 && status < 500 && !BUSY_STATUS.includes(status))
    return explain('refused', text)
  if (status !== undefined || name === 'TimeoutError' || code !== undefined)
    return explain('unavailable', text)
  return error
}
