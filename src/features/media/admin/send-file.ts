import { PLEASE_LOG_IN } from '#features/access/rules/access.ts'
import { IMAGE_UPLOAD_PATH } from '#kernel/paths.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { fetchOwn } from '#platform/http/fetch-from-server.ts'
import type { LibraryFile } from '../rules/library-file.ts'
import { kindOf, MAX_BYTES, tooLargeText } from '../rules/media-kind.ts'
import type { UploadResponse } from '../rules/upload.ts'

/** A part of this size arrives within 20 s at 1 Mbit/s. */
const PART_BYTES = 2_000_000
/** Between attempts, while the server cannot be reached. The last one repeats. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000] as const
const MAX_ATTEMPTS = 8

export type SentFile =
  | { kind: 'sent'; image: LibraryFile; similar: LibraryFile[] }
  /** The server refuses it. */
  | { kind: 'refused'; reason: string }

type Options = {
  /** The id of the upload. The id of an interrupted upload continues it. */
  id: string
  /** The image whose file it replaces. */
  replaces?: string | undefined
  signal: AbortSignal
  /** `sent` is the share from 0 to 1. `isWaiting` is true while the server cannot be reached. */
  onProgress: (sent: number, isWaiting: boolean) => void
  /** Waits before another attempt, or until the browser is online. */
  wait?: (attempt: number, signal: AbortSignal) => Promise<void>
}

const signedOutText = () => phrase('You have been signed out. Sign in again in another tab, then retry.')
const refusedText = () => phrase('The file could not be uploaded.')

/**
 * Sends a file to the library in parts. After a lost connection it continues with the part that was not acknowledged.
 *
 * @throws RequestFailure when aborted, or after several attempts while the browser is online
 */
export async function sendFile(file: File, { replaces, ...options }: Options): Promise<SentFile> {
  // The browser's guess; the server looks at the content.
  const kind = kindOf(file.type)
  if (file.size > MAX_BYTES[kind]) return { kind: 'refused', reason: tooLargeText(kind) }
  const parameters = { ...(replaces && { replaces }) }
  const sent = await sendInParts<UploadResponse>(file, { ...options, path: IMAGE_UPLOAD_PATH, parameters })
  if (sent.kind === 'refused') return sent
  return 'image' in sent.body ? { kind: 'sent', ...sent.body } : { kind: 'refused', reason: refusedText() }
}

type PartsOptions = Omit<Options, 'replaces'> & { path: string; parameters: Readonly<Record<string, string>> }

type SentParts<Body> = { kind: 'sent'; body: Body } | { kind: 'refused'; reason: string }

/**
 * Sends a file in parts to a path that responds with status 202 or 409 and the next offset, and with 201 and the result.
 *
 * @throws RequestFailure as `sendFile` does
 */
export async function sendInParts<Body extends object>(
  file: File,
  options: PartsOptions,
): Promise<SentParts<Body>> {
  const { signal, onProgress, wait = waitForConnection } = options
  if (file.size === 0) return { kind: 'refused', reason: phrase('The file is empty.') }
  let offset = 0
  let attempt = 0
  for (;;) {
    onProgress(offset / file.size, attempt > 0)
    try {
      const response = await sendPart(file, offset, options)
      const body = await readBody<Body | { offset: number } | { message: string }>(response)
      if (response.status === 201) return { kind: 'sent', body: body as Body }
      if (!('offset' in body)) return { kind: 'refused', reason: reasonOf(body) }
      offset = Number(body.offset)
      attempt = 0
    } catch (error) {
      if (signal.aborted) throw new RequestFailure('aborted', error)
      const isOffline = error instanceof RequestFailure && error.kind === 'offline'
      attempt = isOffline ? 1 : attempt + 1
      if (attempt >= MAX_ATTEMPTS) throw error
      onProgress(offset / file.size, true)
      await wait(attempt, signal)
    }
  }
}

function sendPart(
  file: File,
  offset: number,
  { id, path, parameters, signal }: PartsOptions,
): Promise<Response> {
  const query = new URLSearchParams({
    id,
    name: file.name,
    offset: String(offset),
    size: String(file.size),
    ...parameters,
  })
  const body = file.slice(offset, offset + PART_BYTES)
  return fetchOwn(`${path}?${query}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/octet-stream' },
    body,
    signal,
  })
}

/** @throws RequestFailure for an error that may pass, such as that of a proxy */
async function readBody<Body>(response: Response): Promise<Body> {
  const body: Body | null = await response.json().catch(() => null)
  const isPassing = response.status === 502 || response.status === 503 || response.status === 504
  if (body === null || isPassing) throw new RequestFailure('unavailable', response.status)
  return body
}

function reasonOf(body: object): string {
  const message = 'message' in body ? String(body.message) : refusedText()
  return message === PLEASE_LOG_IN ? signedOutText() : message
}

async function waitForConnection(attempt: number, signal: AbortSignal): Promise<void> {
  const delay = RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length) - 1]
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(delay ?? 0)])
  await new Promise<void>((resolve) => {
    if (timeout.aborted) return resolve()
    timeout.addEventListener('abort', () => resolve(), { once: true })
    window.addEventListener('online', () => resolve(), { once: true, signal: timeout })
  })
  if (signal.aborted) throw new RequestFailure('aborted')
}
