import { constants } from 'node:fs'
import { open, opendir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { formatBytes } from '#kernel/format-bytes.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { ImportError } from '../rules/import-item.ts'

const MAX_FILES = 500_000
const MAX_DEPTH = 40
const MAX_NAME_LENGTH = 1_000
/** The total length of all names, in UTF-16 units. */
const MAX_NAMES_LENGTH = 64 * 1024 * 1024
/** The size of a file, unpacked. */
const MAX_FILE_BYTES = 4_000_000_000
/** The highest ratio of unpacked to packed bytes. Deflate reaches 1,000, and exports about 10. */
const MAX_RATIO = 200
const MIN_SUSPICIOUS_BYTES = 1_000_000_000

const FILE_TYPE_MASK = 0o170000
const SYMBOLIC_LINK = 0o120000

/** The files of an export: those of a zip archive or a folder. Nothing is unpacked to the disk. */
export type ArchiveFiles = AsyncDisposable & {
  /** Relative paths with slashes, sorted. */
  names: readonly string[]
  /**
   * Opens a file; null if there is none.
   *
   * @throws ImportError if it is larger than `maxBytes` or encrypted; while it is read, if it is damaged
   */
  open(name: string, maxBytes?: number): Promise<AsyncIterable<Uint8Array> | null>
}

/**
 * Opens a zip archive, a folder, or a single file. Symbolic links are ignored.
 *
 * @param name the name of a single file, if it is not that of the path
 * @throws ImportError if it cannot be read, is damaged, leads out of itself, or exceeds a limit
 */
export async function openArchiveFiles(path: string, name = basename(path)): Promise<ArchiveFiles> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new ImportError(`File not found: ${path}.`)
  if (found.isDirectory()) return openFolder(path)
  return (await isZip(path)) ? openZip(path) : openFile(path, name, found.size)
}

async function isZip(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4)
    return buffer.equals(Buffer.from('PK\x03\x04')) || buffer.equals(Buffer.from('PK\x05\x06'))
  } finally {
    await handle.close()
  }
}

function openFile(path: string, ownName: string, bytes: number): ArchiveFiles {
  return {
    names: [ownName],
    async open(name, maxBytes = MAX_FILE_BYTES) {
      if (name !== ownName) return null
      requireSize(name, bytes, maxBytes)
      return readPlainFile(path, maxBytes)
    },
    async [Symbol.asyncDispose]() {},
  }
}

/**
 * Reads a file into memory; null if there is none.
 *
 * @throws ImportError if it is larger than `maxBytes`
 */
export async function readArchiveFile(
  files: ArchiveFiles,
  name: string,
  maxBytes: number,
): Promise<Buffer | null> {
  const content = await files.open(name, maxBytes)
  if (!content) return null
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function openZip(path: string): Promise<ArchiveFiles> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((error) => {
    throw explain(error)
  })
  try {
    const entries = await listEntries(zip)
    return {
      names: [...entries.keys()].sort(),
      async open(name, maxBytes = MAX_FILE_BYTES) {
        const entry = entries.get(name)
        if (!entry) return null
        requireSize(name, entry.uncompressedSize, maxBytes)
        if (entry.isEncrypted())
          throw new ImportError('The archive is encrypted. Create it again without a password.')
        return readEntry(zip, entry)
      },
      async [Symbol.asyncDispose]() {
        zip.close()
      },
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_FILES) throw tooManyFiles()
  const entries = new Map<string, Entry>()
  const names = createNameLimit()
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName, uncompressedSize, externalFileAttributes } = entry
      if (fileName.endsWith('/') || isLink(externalFileAttributes) || isHidden(fileName)) continue
      names.add(fileName)
      bytes += uncompressedSize
      // Like most programs, take the first of several entries with the same name.
      if (!entries.has(fileName)) entries.set(fileName, entry)
    }
  } catch (error) {
    throw explain(error)
  }
  if (bytes > MIN_SUSPICIOUS_BYTES && bytes > zip.fileSize * MAX_RATIO)
    throw new ImportError(
      `The archive is suspicious: it has ${formatBytes(zip.fileSize)} and would unpack to ${formatBytes(bytes)}.`,
    )
  return entries
}

/** In folders named `__MACOSX`, macOS stores the attributes of files. */
function isHidden(path: string): boolean {
  return /(?:^|\/)(?:\.[^/]|__MACOSX(?:\/|$))/.test(path)
}

/** The upper half of the attributes is the Unix mode of the file. */
function isLink(attributes: number): boolean {
  return ((attributes >>> 16) & FILE_TYPE_MASK) === SYMBOLIC_LINK
}

async function openFolder(path: string): Promise<ArchiveFiles> {
  const root = await realpath(path)
  const sizes = new Map<string, number>()
  const names = createNameLimit()
  for await (const name of walk(root, root, 0)) {
    names.add(name)
    sizes.set(name, (await stat(join(root, name))).size)
  }
  return {
    names: [...sizes.keys()].sort(),
    async open(name, maxBytes = MAX_FILE_BYTES) {
      const size = sizes.get(name)
      if (size === undefined) return null
      requireSize(name, size, maxBytes)
      const file = join(root, name)
      // A folder may have been replaced with a link since it was listed.
      if ((await realpath(file).catch(() => null)) !== file) return null
      return readPlainFile(file, maxBytes)
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** Larger than most images: each chunk costs a system call and a turn of the event loop. */
const CHUNK_BYTES = 256 * 1024

/** Opens the file when the first chunk is requested. Reads `maxBytes` at most, since the file may have grown. */
async function* readPlainFile(path: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  yield* handle.createReadStream({ end: maxBytes - 1, highWaterMark: CHUNK_BYTES })
}

/** Lists regular files, without those that are hidden and those in hidden folders. */
async function* walk(root: string, folder: string, depth: number): AsyncGenerator<string> {
  if (depth > MAX_DEPTH) throw new ImportError(`The folder has more than ${MAX_DEPTH} levels.`)
  for await (const entry of await opendir(folder)) {
    if (isHidden(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(root, path, depth + 1)
    else if (entry.isFile()) yield relative(root, path).split(sep).join('/')
  }
}

/** Limits the number and the length of names, which are kept in memory. */
function createNameLimit() {
  let [count, length] = [0, 0]
  return {
    add(name: string) {
      count += 1
      length += name.length
      if (name.length > MAX_NAME_LENGTH)
        throw new ImportError(
          `A path in the export has more than ${formatNumber(MAX_NAME_LENGTH)} characters.`,
        )
      if (count > MAX_FILES || length > MAX_NAMES_LENGTH) throw tooManyFiles()
    },
  }
}

function tooManyFiles(): ImportError {
  return new ImportError(
    `The export has more than ${formatNumber(MAX_FILES)} files. Divide it into several exports.`,
  )
}

function requireSize(name: string, size: number, maxBytes: number): void {
  if (size > maxBytes)
    throw new ImportError(`${name} is larger than ${formatBytes(maxBytes)} (${formatBytes(size)}).`)
}

/** Opens the entry when the first chunk is requested. */
async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw explain(error)
  }
}

/** yauzl refuses absolute paths, backslashes, `..`, and files that are longer than the archive says. */
function explain(error: unknown): Error {
  if (error instanceof ImportError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new ImportError(`The zip archive cannot be read: ${reason.replace(/\.$/, '')}.`)
}
