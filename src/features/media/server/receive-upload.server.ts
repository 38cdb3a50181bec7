import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createSemaphore } from '#platform/semaphore.ts'

/** Limits the disk space of current uploads. */
const MAX_CONCURRENT = 4

const receiving = createSemaphore(MAX_CONCURRENT)

/**
 * Writes an upload to a temporary file, to bound memory, and removes it after `use`.
 *
 * @returns the result of `use`, or null if the upload has more than `maxBytes`
 */
export function receiveUpload<Result>(
  body: AsyncIterable<Uint8Array>,
  { dir, maxBytes, signal }: { dir: string; maxBytes: number; signal: AbortSignal },
  use: (path: string) => Promise<Result>,
): Promise<Result | null> {
  return receiving.run(async () => {
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
  }, signal)
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
