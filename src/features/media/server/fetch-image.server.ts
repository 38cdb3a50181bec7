import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import type { Account } from '#features/access/rules/access.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import type { Outbound, OutboundOutcome } from '#platform/outbound/outbound.server.ts'
import type { LibraryFile } from '../rules/library-file.ts'
import { formatsOf } from '../rules/media-kind.ts'
import { findLibraryFile } from './library.server.ts'
import { storeUpload } from './store-upload.server.ts'
import { countUpload } from './upload-handler.server.ts'

const TIMEOUT_MS = 30_000
/** Smaller than for uploads, since the image is held in memory. */
const MAX_BYTES = 20_000_000
const MAX_CONCURRENT = 4
const ACCEPT = 'image/avif, image/webp, image/png, image/jpeg, image/gif'

/** `reason` is a sentence. */
export type FetchedImage = { kind: 'stored'; image: LibraryFile } | { kind: 'refused'; reason: string }

export type ImageFetcher = {
  /** Adds the image at an address to the library, once for each `id`. It counts as an upload of the person. */
  fetch(by: Account, image: { id: string; address: string }, now: Date): Promise<FetchedImage>
}

/** Requests images under the outbound guards. */
export function createImageFetcher({
  db,
  outbound,
  bucket,
  dir,
  requireSpace,
  timeoutMs = TIMEOUT_MS,
}: {
  db: Db
  outbound: Pick<Outbound, 'get'>
  bucket: Bucket
  /** For temporary files. */
  dir: string
  /** Rejects with ENOSPC while the disk is low. */
  requireSpace(): Promise<void>
  timeoutMs?: number
}): ImageFetcher {
  const requests = createSemaphore(MAX_CONCURRENT)

  async function request(address: string, signal: AbortSignal): Promise<OutboundOutcome> {
    const options = { accept: ACCEPT, maxBytes: MAX_BYTES, signal }
    const outcome = await outbound.get(address, options)
    const isProtected = outcome.kind === 'http-error' && (outcome.status === 401 || outcome.status === 403)
    const referer = isProtected && URL.parse('/', address)?.href
    // Some servers show images on their own pages only.
    return referer ? outbound.get(address, { ...options, referer }) : outcome
  }

  return {
    async fetch(by, { id, address }, now) {
      const known = await findLibraryFile(db, by, id)
      if (known) return { kind: 'stored', image: known }
      await requireSpace()
      const refusal = await countUpload(db, by)
      if (refusal) return refused(refusal.message)
      const signal = AbortSignal.timeout(timeoutMs)
      return requests
        .run(async () => {
          const outcome = await request(address, signal)
          if (outcome.kind !== 'ok') return refused(reasonOf(outcome))
          const type = await fileTypeFromBuffer(outcome.bytes)
          if (!type?.mime.startsWith('image/')) return refused(noImage())
          const path = join(dir, randomUUID())
          try {
            await mkdir(dir, { recursive: true })
            await writeFile(path, outcome.bytes, { flag: 'wx' })
            const upload = {
              path,
              id,
              name: nameOf(address),
              kind: 'image',
              texts: { source: address },
            } as const
            const stored = await storeUpload({ db, bucket }, by, upload, now)
            if (stored.kind === 'rejected') return refused(stored.reason)
          } finally {
            await rm(path, { force: true })
          }
          const image = await findLibraryFile(db, by, id)
          return image ? ({ kind: 'stored', image } as const) : refused(noImage())
        }, signal)
        .catch((error) => {
          if (signal.aborted) return refused(tooSlow())
          throw error
        })
    },
  }
}

const tooSlow = () => phrase('The server did not respond in time.')
const noImage = () =>
  phrase('The address does not lead to an image in a supported format ({image}).', {
    image: formatsOf().image,
  })

function refused(reason: string): FetchedImage {
  return { kind: 'refused', reason }
}

function nameOf(address: string): string {
  return URL.parse(address)?.pathname.split('/').at(-1) ?? ''
}

function reasonOf(outcome: Exclude<OutboundOutcome, { kind: 'ok' }>): string {
  if (outcome.kind === 'http-error')
    return phrase('The server responded with status {status}.', { status: outcome.status })
  if (outcome.kind === 'not-modified') return noImage()
  return outcome.kind === 'failed' && outcome.stopped ? tooSlow() : `${outcome.reason}.`
}

let current: ImageFetcher | undefined

/** Called at startup. */
export function setImageFetcher(fetcher: ImageFetcher | undefined): void {
  current = fetcher
}

export function imageFetcher(): ImageFetcher {
  if (!current) throw new Error('No image fetcher is set')
  return current
}
