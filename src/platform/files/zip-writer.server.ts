import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ZipWriter = {
  addText(name: string, text: string): Promise<void>
  /** Reads `content` as fast as the target accepts it. */
  addStream(name: string, content: AsyncIterable<string | Uint8Array>): Promise<void>
  /** Adds content without compression, since it is compressed already. */
  addFile(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
}

type Chunks = Iterable<string> | AsyncIterable<string | Uint8Array>

/** A path that every program unpacks within its folder. */
const SAFE_NAME = /^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[^\\\0:]{1,1000}$/

/**
 * Writes a zip file with UTF-8 names, entry by entry. Waits for `target`, so that only the list of entries at the
 * end of the file grows in memory.
 *
 * @throws if a name is not a path within the archive, or the target closes; `target` is then destroyed
 */
export async function writeZip(target: Writable, write: (zip: ZipWriter) => Promise<void>): Promise<void> {
  if (target.destroyed) throw new Error('The target of the archive is closed')
  const zip = new ZipFile()
  // Typed as NodeJS.ReadableStream.
  const output = zip.outputStream as Readable
  const written = pipeline(output, target)
  const failed = new Promise<never>((_, reject) => {
    written.catch(reject)
    zip.on('error', reject)
  })
  failed.catch(() => {})

  async function add(name: string, chunks: Chunks, compress: boolean): Promise<void> {
    if (!SAFE_NAME.test(name)) throw new Error(`Not a path within an archive: ${JSON.stringify(name)}`)
    const content = Readable.from(chunks, { objectMode: false })
    const read = new Promise<void>((resolve, reject) => {
      content.once('close', resolve)
      content.once('error', reject)
    })
    zip.addReadStream(content, name, { compress, mtime: ENTRY_TIME })
    try {
      await Promise.race([read, failed])
    } finally {
      content.destroy()
    }
  }
  const writer: ZipWriter = {
    addText: (name, text) => add(name, [text], true),
    addStream: (name, content) => add(name, content, true),
    addFile: (name, content) => add(name, content, false),
  }
  try {
    await write(writer)
    zip.end()
    await Promise.race([written, failed])
  } catch (error) {
    output.destroy(error as Error)
    target.destroy(error as Error)
    await written.catch(() => {})
    throw error
  }
}

/** The same content gives the same archive. */
const ENTRY_TIME = new Date('2000-01-01T00:00:00Z')
