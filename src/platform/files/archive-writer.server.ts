import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'
import { createEncryption } from './encrypted-stream.server.ts'

/** Tar needs a file's size before its content, so streams are split. */
const PART_BYTES = 1024 * 1024

export type ArchiveWriter = {
  addText(name: string, text: string): Promise<void>
  addFile(file: { name: string; size: number; mtime: Date }, content: Readable): Promise<void>
  /** Adds `<name>/000001` and so on. */
  addStream(name: string, content: AsyncIterable<Buffer>): Promise<void>
}

type ArchiveOptions = {
  passphrase: string | undefined
  /** See `createEncryption`. */
  cost?: number
  write: (archive: ArchiveWriter) => Promise<void>
}

/** Tar, compressed with Zstandard; encrypted if there is a passphrase. Waits for `target`, which bounds memory. */
export async function writeArchive(
  target: Writable,
  { passphrase, cost, write }: ArchiveOptions,
): Promise<void> {
  const tar = pack()
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const written =
    passphrase === undefined
      ? pipeline(tar, compress, target)
      : pipeline(tar, compress, await createEncryption(passphrase, { cost }), target)
  const failed = new Promise<never>((_, reject) => written.catch(reject))

  const addBuffer = (name: string, bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      const header = { name, size: bytes.length, mode: 0o600 }
      tar.entry(header, (error) => (error ? reject(error) : resolve())).end(bytes)
    })
  const archive: ArchiveWriter = {
    addText: (name, text) => addBuffer(name, Buffer.from(text)),
    async addFile({ name, size, mtime }, content) {
      const entry = tar.entry({ name, size, mtime, mode: 0o600 })
      await pipeline(content, entry as unknown as Writable)
    },
    async addStream(name, content) {
      let number = 0
      const addPart = (part: Buffer) => addBuffer(`${name}/${String(++number).padStart(6, '0')}`, part)
      let parts: Buffer[] = []
      let length = 0
      for await (const bytes of content) {
        parts.push(bytes)
        length += bytes.length
        if (length < PART_BYTES) continue
        await addPart(Buffer.concat(parts))
        parts = []
        length = 0
      }
      if (length > 0 || number === 0) await addPart(Buffer.concat(parts))
    },
  }

  try {
    await Promise.race([write(archive), failed])
    tar.finalize()
  } catch (error) {
    tar.destroy(error as Error)
    await written.catch(() => {})
    throw error
  }
  await written
}
