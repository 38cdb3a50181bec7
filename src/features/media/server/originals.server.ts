import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Outbound, OutboundOutcome } from '#platform/outbound/outbound.server.ts'
import { createSingleFlight } from '#platform/single-flight.ts'
import type { ImageFiles } from './image-files.server.ts'
import { isImage } from './resize-image.server.ts'

const MAX_BYTES = 15 * 1024 * 1024
const ACCEPT = 'image/avif, image/webp, image/png, image/jpeg, image/gif'

const FIRST_RETRY = 10 * 60 * 1000
const LAST_RETRY = 24 * 60 * 60 * 1000

/** A file of our own: of the sample edition, or uploaded. No name may begin with a dot, so the path cannot climb out. */
const LOCAL = /^\/(samples|storage\/article-images)((?:\/[\w-][\w.-]*)+)$/

/** Why an image is broken, how often in a row it was, and from when (ms since 1970) it may be fetched again. */
const brokenMark = z.object({ reason: z.string(), attempts: z.int().positive(), retryAt: z.number() })

/** Images as their publishers made them. */
interface Originals {
  /** Fetches the image unless it is at hand. False while it counts as broken. */
  obtain(imageUrl: string, signal: AbortSignal): Promise<boolean>
  /** The bytes of an image at hand, or null. */
  read(imageUrl: string): Promise<Uint8Array | null>
  /** Lets go of an image that turned out to be broken. It is fetched again after 10 minutes, doubling to a day. */
  markBroken(imageUrl: string, reason: string): Promise<void>
  markSound(imageUrl: string): Promise<void>
}

/** The beginning of the names of an image's files. Unlike `imageKey`, no two images can be made to share it. */
export function storedName(imageUrl: string): string {
  return hash('sha256', imageUrl).slice(0, 40)
}

/** The folders that the beginnings of our own images' addresses stand for. */
export type LocalFolders = Readonly<Record<'samples' | 'storage/article-images', string>>

/**
 * Keeps the originals in `files`, fetched once however many ask at once. Images of our own (`/samples/…`,
 * `/storage/article-images/…`) are read from their folders instead.
 */
export function createOriginals(options: {
  files: ImageFiles
  outbound: Outbound
  localFolders: LocalFolders
  now: () => number
}): Originals {
  const { files, outbound, localFolders, now } = options
  const fetches = createSingleFlight<boolean>()

  const originalOf = (imageUrl: string) => `${storedName(imageUrl)}.original`
  const markOf = (imageUrl: string) => `${storedName(imageUrl)}.broken.json`

  /** A mark that cannot be read counts as none. */
  async function readMark(imageUrl: string): Promise<z.infer<typeof brokenMark> | null> {
    const text = await files.read(markOf(imageUrl))
    try {
      return text && brokenMark.parse(JSON.parse(text.toString()))
    } catch {
      return null
    }
  }

  async function fetchOriginal(imageUrl: string, signal: AbortSignal): Promise<boolean> {
    if (await files.has(originalOf(imageUrl))) return true
    const mark = await readMark(imageUrl)
    if (mark && now() < mark.retryAt) return false

    const outcome = await outbound.get(imageUrl, { accept: ACCEPT, maxBytes: MAX_BYTES, signal })
    if (outcome.kind === 'ok' && (await isImage(outcome.bytes))) {
      await files.write(originalOf(imageUrl), outcome.bytes)
      return true
    }
    const stopped = outcome.kind === 'failed' && outcome.stopped
    if (!stopped) await markBroken(imageUrl, reasonOf(outcome))
    return false
  }

  async function markBroken(imageUrl: string, reason: string): Promise<void> {
    await files.remove(originalOf(imageUrl))
    const last = await readMark(imageUrl)
    // Several variants of one image fail together: that is one failure.
    if (last && now() < last.retryAt) return
    const attempts = (last?.attempts ?? 0) + 1
    const retryAt = now() + Math.min(FIRST_RETRY * 2 ** (attempts - 1), LAST_RETRY)
    await files.write(markOf(imageUrl), JSON.stringify({ reason, attempts, retryAt }))
  }

  return {
    obtain(imageUrl, signal) {
      if (LOCAL.test(imageUrl)) return Promise.resolve(true)
      return fetches.run(imageUrl, (signal) => fetchOriginal(imageUrl, signal), signal)
    },
    read(imageUrl) {
      const [, folder, path] = LOCAL.exec(imageUrl) ?? []
      if (!folder || !path) return files.read(originalOf(imageUrl))
      return readFile(join(localFolders[folder as keyof LocalFolders], path)).catch(() => null)
    },
    markBroken,
    markSound: (imageUrl) => files.remove(markOf(imageUrl)),
  }
}

function reasonOf(outcome: OutboundOutcome): string {
  switch (outcome.kind) {
    case 'refused':
    case 'failed':
      return outcome.reason
    case 'http-error':
      return `The server answered with status ${outcome.status}`
    default:
      return 'The address does not lead to an image that can be shown'
  }
}
