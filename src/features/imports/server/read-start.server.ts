import { decodeText } from '#kernel/text/decode-text.ts'
import type { ArchiveFiles } from './archive-files.server.ts'

/** Returns the first characters of a file, by which its format is recognised; empty if there is none. */
export async function readStart(files: ArchiveFiles, name: string, bytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (await files.open(name)) ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= bytes) break
  }
  return decodeText(Buffer.concat(chunks).subarray(0, bytes))
}
