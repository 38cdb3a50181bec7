import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { DAY_MS } from '#kernel/time/durations.ts'
import { createSingleFlight } from '#platform/concurrency/single-flight.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import type { Outbound, OutboundOutcome } from '#platform/outbound/outbound.server.ts'
import type { ImageFiles } from './image-files.server.ts'
import { isSupportedImage } from './resize-image.server.ts'

const MAX_BYTES = 15_000_000
const ACCEPT = 'image/avif, image/webp, image/png, image/jpeg, image/gif'

const FIRST_RETRY_MS = 10 * 60 * 1000
const MAX_RETRY_MS = DAY_MS

/** A sample or upload, with or without a focal point. A leading dot would allow path traversal. */
const LOCAL = /^\/(samples|storage\/article-images)((?:\/[\w-][\w.-]*)+)(?:#[\d.,]*)?$/
/** Uploads also contain recordings, which would fill the memory. */
const IMAGE_NAME = /\.(?:jpe?g|png|webp|avif|gif)$/i

/** `retryAt`: ms since 1970. */
const brokenMarker = z.object({ reason: z.string(), attempts: z.int().positive(), retryAt: z.number() })

/** Finds the page that shows the image. */
type FindPage = () => Promise<string | null>

interface OriginalImages {
  /** Fetches the image unless stored. False while marked as broken, and while the disk is low. */
  fetch(imageUrl: string, signal: AbortSignal, findPage: FindPage): Promise<boolean>
  read(imageUrl: string): Promise<Uint8Array | null>
  /** Retries follow after 10 minutes, doubling up to a day. */
  markBroken(imageUrl: string, reason: string): Promise<void>
  clearBroken(imageUrl: string): Promise<void>
}

/** Collision-resistant, unlike `imageKey`. */
export function storedName(imageUrl: string): string {
  return hash('sha256', imageUrl).slice(0, 40)
}

/** The site's own images. */
export type LocalImages = {
  /** A folder. */
  samples: string
  uploads: Pick<Bucket, 'read'>
}

export function createOriginalImages(options: {
  files: ImageFiles
  outbound: Outbound
  local: LocalImages
  now: () => number
}): OriginalImages {
  const { files, outbound, local, now } = options
  const fetches = createSingleFlight<boolean>()

  const originalName = (imageUrl: string) => `${storedName(imageUrl)}.original`
  const markerName = (imageUrl: string) => `${storedName(imageUrl)}.broken.json`

  /** Ignores unreadable markers. */
  async function readMarker(imageUrl: string): Promise<z.infer<typeof brokenMarker> | null> {
    const text = await files.read(markerName(imageUrl))
    try {
      return text && brokenMarker.parse(JSON.parse(text.toString()))
    } catch {
      return null
    }
  }

  async function fetchOriginal(imageUrl: string, signal: AbortSignal, findPage: FindPage): Promise<boolean> {
    if (await files.has(originalName(imageUrl))) return true
    const marker = await readMarker(imageUrl)
    if (marker && now() < marker.retryAt) return false
    // It could not be stored, so each request would fetch it.
    if (!(await files.hasSpace())) return false

    const outcome = await request(imageUrl, signal, findPage)
    if (outcome.kind === 'ok' && (await isSupportedImage(outcome.bytes))) {
      await files.write(originalName(imageUrl), outcome.bytes)
      return true
    }
    const stopped = outcome.kind === 'failed' && outcome.stopped
    if (!stopped) await markBroken(imageUrl, reasonOf(outcome))
    return false
  }

  /** Some servers show images on the publisher's pages only (hotlink protection). */
  async function request(
    imageUrl: string,
    signal: AbortSignal,
    findPage: FindPage,
  ): Promise<OutboundOutcome> {
    const options = { accept: ACCEPT, maxBytes: MAX_BYTES, signal }
    const outcome = await outbound.get(imageUrl, options)
    if (outcome.kind !== 'http-error' || (outcome.status !== 401 && outcome.status !== 403)) return outcome
    const referer = (await findPage()) ?? URL.parse('/', imageUrl)?.href
    return outbound.get(imageUrl, { ...options, referer })
  }

  async function markBroken(imageUrl: string, reason: string): Promise<void> {
    await files.remove(originalName(imageUrl))
    if (!(await files.hasSpace())) return
    const last = await readMarker(imageUrl)
    // Concurrent failures of several variants count once.
    if (last && now() < last.retryAt) return
    const attempts = (last?.attempts ?? 0) + 1
    const retryAt = now() + Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS)
    await files.write(markerName(imageUrl), JSON.stringify({ reason, attempts, retryAt }))
  }

  return {
    fetch(imageUrl, signal, findPage) {
      if (LOCAL.test(imageUrl)) return Promise.resolve(true)
      return fetches.run(imageUrl, (signal) => fetchOriginal(imageUrl, signal, findPage), signal)
    },
    read(imageUrl) {
      const [, folder, path] = LOCAL.exec(imageUrl) ?? []
      if (!folder || !path) return files.read(originalName(imageUrl))
      if (!IMAGE_NAME.test(path)) return Promise.resolve(null)
      if (folder !== 'samples') return local.uploads.read(path.slice(1))
      return readFile(join(local.samples, path)).catch(() => null)
    },
    markBroken,
    clearBroken: (imageUrl) => files.remove(markerName(imageUrl)),
  }
}

function reasonOf(outcome: OutboundOutcome): string {
  switch (outcome.kind) {
    case 'refused':
    case 'failed':
      return outcome.reason
    case 'http-error':
      return `The server responded with status ${outcome.status}`
    default:
      return 'The URL does not point to a supported image'
  }
}
