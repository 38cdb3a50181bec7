import { once } from 'node:events'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { ArchiveError } from './archive-error.ts'
import { createDecryption, ENCRYPTED_MAGIC } from './encrypted-stream.server.ts'

/** Not links, folders or devices. */
const FILE_TYPES = new Set(['file', 'contiguous-file'])
const MAX_SHOWN_NAME = 100
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

export type ArchiveEntry = { name: string; size: number; mtime: Date; content: AsyncIterable<Buffer> }

/**
 * Read each entry's content before the next entry.
 *
 * @param options.passphrase called for an encrypted archive
 * @throws {ArchiveError} if the archive is damaged or of another kind, or the passphrase is wrong
 */
export async function* readArchive(
  source: Readable,
  { passphrase }: { passphrase: () => Promise<string> },
): AsyncGenerator<ArchiveEntry> {
  let sourceError: Error | undefined
  // The pipeline reports earlier errors, such as those while the passphrase is typed.
  source.on('error', (error) => {
    sourceError ??= error
  })
  /** Any other error comes from reading what the source has returned. */
  const describeError = (error: unknown) => {
    if (error instanceof ArchiveError) return error
    return new ArchiveError(
      sourceError
        ? `The backup cannot be read: ${sourceError.message}.`
        : 'The backup is damaged: it was cut off or altered.',
    )
  }
  const start = await peek(source).catch((error) => {
    throw describeError(error)
  })
  const steps: Transform[] = []
  if (hasMagic(start, ENCRYPTED_MAGIC)) steps.push(createDecryption(await passphrase()))
  else if (!hasMagic(start, ZSTD_MAGIC)) throw new ArchiveError('The file is not a backup of Masthead.')
  const tar = extract()
  let failure: Error | undefined
  const read = pipeline([source, ...steps, createZstdDecompress(), tar as unknown as Transform]).catch(
    (error: Error) => {
      failure = error
    },
  )
  try {
    for await (const entry of tar) {
      const { name, size = 0, mtime = new Date(0), type } = entry.header
      if (!FILE_TYPES.has(type ?? 'file')) {
        const shown = JSON.stringify(name.slice(0, MAX_SHOWN_NAME))
        throw new ArchiveError(`The backup is damaged: ${shown} is not a file.`)
      }
      yield { name, size, mtime, content: explainErrors(entry as AsyncIterable<Buffer>, describeError) }
    }
    await read
    if (failure) throw failure
  } catch (error) {
    tar.destroy()
    await read
    throw describeError(error instanceof ArchiveError ? error : (failure ?? error))
  } finally {
    source.destroy()
  }
}

async function peek(source: Readable): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0)
  while (start.length === 0 || canBecome(ENCRYPTED_MAGIC, start) || canBecome(ZSTD_MAGIC, start)) {
    await once(source, 'readable')
    const bytes: Buffer | null = source.read()
    if (bytes === null) break
    start = Buffer.concat([start, bytes])
  }
  if (start.length > 0) source.unshift(start)
  return start
}

function hasMagic(start: Buffer, magic: Buffer): boolean {
  return start.subarray(0, magic.length).equals(magic)
}

function canBecome(magic: Buffer, start: Buffer): boolean {
  return start.length < magic.length && start.equals(magic.subarray(0, start.length))
}

async function* explainErrors(
  content: AsyncIterable<Buffer>,
  describeError: (error: unknown) => Error,
): AsyncGenerator<Buffer> {
  try {
    yield* content
  } catch (error) {
    throw describeError(error)
  }
}
