import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Account, Capability } from '#features/access/rules/access.ts'
import { formatWait } from '#features/accounts/rules/auth-responses.ts'
import { authoriseRequest } from '#features/accounts/server/current-session.server.ts'
import { consumeAttempt, type RateLimit } from '#features/accounts/server/rate-limit.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { isDiskFull } from '#platform/errors/is-disk-full.ts'
import { requireDiskSpace } from '#platform/files/disk-space.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { StorageError } from '#platform/files/storage-error.ts'
import { env } from '#platform/process/env.server.ts'
import { logFailure } from '#platform/process/log.server.ts'
import { MAX_BYTES, tooLargeText } from '../rules/media-kind.ts'
import { type StoredUpload, storeUpload } from './store-upload.server.ts'
import { receivingFolder, uploadDisks } from './uploads-folder.server.ts'
import { openUploads } from './uploads-storage.server.ts'

/** Spec §8. */
const failedText = () => phrase('Failed to upload image')
const diskFullText = () =>
  phrase('The file was not saved: the disk of the server is full. Please contact its operator.')
/** The status and message for each kind of `StorageError`. Browsers send the part again after status 503. */
const storageFailures = () =>
  ({
    full: [
      507,
      phrase('The file was not saved: the storage of the site is full. Please contact its operator.'),
    ],
    refused: [
      500,
      phrase('The file was not saved: the storage of the site refuses it. Please contact its operator.'),
    ],
    unavailable: [
      503,
      phrase('The file was not saved: the storage of the site does not respond. Try again in a minute.'),
      { 'retry-after': '5' },
    ],
  }) as const
/** Prevents a stolen session from filling the disk. */
const UPLOADS: RateLimit = { attempts: 120, seconds: 3600 }
/** Larger than images may be. */
const LARGE_UPLOADS: RateLimit = { attempts: 20, seconds: 3600 }

/**
 * Spec §7.
 *
 * @returns `{ url }`, or `{ message }` with an error status
 */
export function handleUpload(request: Request): Promise<Response> {
  return acceptImage(request, 'image.upload', (store, by, path, parameters) =>
    storeUpload(store, by, { path, name: parameters.get('name') ?? '', kind: 'image' }, new Date()),
  )
}

type Store = { db: Db; bucket: Bucket }

/** @param store gets the path of a temporary file, and the parameters of the URL */
export async function acceptImage(
  request: Request,
  capability: Capability,
  store: (to: Store, by: Account, path: string, parameters: URLSearchParams) => Promise<StoredUpload>,
): Promise<Response> {
  const by = await authoriseRequest(request, capability)
  if (by instanceof Response) return by
  if (Number(request.headers.get('content-length')) > MAX_BYTES.image)
    return respond(413, { message: tooLargeText('image') })
  try {
    await requireDiskSpace(uploadDisks(env()))
    const refusal = await limitUploads(by)
    if (refusal) return refusal
    const bucket = openUploads(env())
    const stored = await receiveUpload(
      request.body ?? emptyBody(),
      { dir: receivingFolder(env()), maxBytes: MAX_BYTES.image, signal: request.signal },
      (path) => store({ db: db(), bucket }, by, path, new URL(request.url).searchParams),
    )
    if (!stored) return respond(413, { message: tooLargeText('image') })
    if (stored.kind === 'rejected') return respond(415, { message: stored.reason })
    return respond(201, { url: stored.url })
  } catch (error) {
    return respondToFailure(error)
  }
}

/** Counts an upload. @returns a refusal after too many */
export async function limitUploads(by: Account, bytes = 0): Promise<Response | null> {
  const refusal = await countUpload(db(), by, bytes)
  return refusal && respond(429, { message: refusal.message }, { 'retry-after': String(refusal.retryAfter) })
}

/** @returns null unless the person has uploaded too many files; `retryAfter` is in seconds */
export async function countUpload(
  db: Db,
  by: Pick<Account, 'id'>,
  bytes = 0,
): Promise<{ message: string; retryAfter: number } | null> {
  const isLarge = bytes > MAX_BYTES.image
  const [action, limit] = isLarge
    ? (['large-upload', LARGE_UPLOADS] as const)
    : (['upload', UPLOADS] as const)
  const retryAfter = await consumeAttempt(db, { action, subject: by.id }, limit)
  if (!retryAfter) return null
  const values = { count: limit.attempts, wait: formatWait(retryAfter) }
  const message = isLarge
    ? phrase('You have uploaded {count} large files within an hour. Please try again in {wait}.', values)
    : phrase('You have uploaded {count} files within an hour. Please try again in {wait}.', values)
  return { message, retryAfter }
}

export function respondToFailure(error: unknown): Response {
  logFailure(error, failedText())
  if (error instanceof StorageError) {
    const [status, message, headers] = storageFailures()[error.kind]
    return respond(status, { message }, headers)
  }
  // RFC 4918 §11.5
  return isDiskFull(error)
    ? respond(507, { message: diskFullText() })
    : respond(500, { message: failedText() })
}

/** RFC 9110 §15.5.6 */
export function rejectUploadMethod(): Response {
  return respond(405, { message: phrase('Use POST to upload images.') }, { allow: 'POST' })
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

function respond(status: number, body: { url: string } | { message: string }, headers = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
}

/**
 * Writes an upload to a temporary file, to bound memory, and removes it after `use`.
 *
 * @returns null if the upload has more than `maxBytes`
 */
export async function receiveUpload<Result>(
  body: AsyncIterable<Uint8Array>,
  { dir, maxBytes, signal }: { dir: string; maxBytes: number; signal: AbortSignal },
  use: (path: string) => Promise<Result>,
): Promise<Result | null> {
  await mkdir(dir, { recursive: true })
  const path = join(dir, randomUUID())
  try {
    await pipeline(body, limitBytes(maxBytes), createWriteStream(path, { flags: 'wx' }), { signal })
    return await use(path)
  } catch (error) {
    if (error instanceof TooLargeError) return null
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

class TooLargeError extends Error {}

function limitBytes(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length
      done(bytes > maxBytes ? new TooLargeError() : null, chunk)
    },
  })
}
