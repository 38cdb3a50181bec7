import { hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { hashContent } from '#platform/files/content-digest.server.ts'
import { type Bucket, nullIfMissing } from '#platform/files/storage.server.ts'

const PARALLEL_FILES = 6
/** Larger files are copied one at a time, through a temporary file. */
const MEMORY_BYTES = 8 * 1024 ** 2

export type MoveReport = {
  copied: number
  bytes: number
  /** Files that were there already, with the same content. */
  present: number
  failures: { name: string; reason: string }[]
}

/**
 * Copies the uploads while the site is running, until there are no new ones. Each copy is read back and compared by its SHA-256
 * hash. A file that exists already is compared by the hash that is stored with it, so an interrupted move continues.
 *
 * @throws {StartupError} if `to` belongs to another site
 * @throws {StorageError} if either place does not respond, refuses access or is full
 */
export async function moveUploads(
  from: Bucket,
  to: Bucket,
  onProgress: (report: Readonly<MoveReport>) => void = () => {},
): Promise<MoveReport> {
  await claim(from, to)
  const report: MoveReport = { copied: 0, bytes: 0, present: 0, failures: [] }
  const large = createSemaphore(1)
  const temporary = await mkdtemp(join(tmpdir(), 'masthead-move-'))

  async function copy(name: string, bytes: number): Promise<void> {
    const existing = await findHash(to, name)
    if (existing !== null) {
      const expected = await findHash(from, name)
      if (expected === null || expected === existing) report.present += 1
      else report.failures.push({ name, reason: 'another file with this name is there' })
      return
    }
    const copied =
      bytes <= MEMORY_BYTES
        ? await copyInMemory(name)
        : await large.run(() => copyThroughFile(name, join(temporary, name)))
    // The file was deleted after it was listed.
    if (copied === null) return
    const found = await hashContent(await to.stream(name))
    const stored = (await from.find(name))?.sha256
    if (found === copied && (stored === undefined || stored === found)) {
      report.copied += 1
      report.bytes += bytes
      return
    }
    await to.remove(name)
    report.failures.push({ name, reason: 'the copy has another hash' })
  }

  async function copyInMemory(name: string): Promise<string | null> {
    const content = await from.read(name)
    if (!content) return null
    await to.put(name, content)
    return hash('sha256', content)
  }

  async function copyThroughFile(name: string, path: string): Promise<string | null> {
    try {
      await pipeline(await from.stream(name), createWriteStream(path))
      await to.putFile(name, path)
      return await hashContent(createReadStream(path))
    } catch (error) {
      return nullIfMissing(error)
    } finally {
      await rm(path, { force: true })
    }
  }

  try {
    const done = new Set<string>()
    for (;;) {
      const files = (await from.list()).filter(({ name }) => !done.has(name))
      if (files.length === 0) return report
      await forEachInParallel(files, async ({ name, bytes }) => {
        await copy(name, bytes)
        done.add(name)
        onProgress(report)
      })
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** After a failure, begins no more work, and rejects once the rest has ended. */
async function forEachInParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  const queue = items.values()
  async function run(): Promise<void> {
    for (const item of queue) {
      if (failures.length > 0) return
      await work(item).catch((error) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_FILES }, run))
  if (failures.length > 0) throw failures[0]
}

/** Marks the destination as that of the site. */
async function claim(from: Bucket, to: Bucket): Promise<void> {
  if (from.address === to.address) throw new StartupError('The uploads are already there.')
  const [source, target] = await Promise.all([from.readMarker(), to.readMarker()])
  if (source !== undefined && target !== undefined && target !== source)
    throw new StartupError(
      `${to.address} contains the uploads of another site. Choose another bucket, prefix or folder.`,
    )
  if (source !== undefined && target === undefined) await to.writeMarker(source)
}

/** Returns the SHA-256 hash in hexadecimal; null for a missing file. */
async function findHash(bucket: Bucket, name: string): Promise<string | null> {
  const found = await bucket.find(name)
  if (!found) return null
  return found.sha256 ?? bucket.stream(name).then(hashContent).catch(nullIfMissing)
}
