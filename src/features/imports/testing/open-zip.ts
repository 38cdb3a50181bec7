import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportedArticle, ImportItem, ImportSource } from '../rules/import-item.ts'
import { openArchiveFiles } from '../server/archive-files.server.ts'
import type { OpenSource } from '../server/open-source.server.ts'
import { writeZip, type ZippedFile } from './write-zip.ts'

/** Opens an archive with a source; null if it is not recognised. Closing the source deletes the archive. */
export async function openZip(open: OpenSource, zipped: readonly ZippedFile[]): Promise<ImportSource | null> {
  const path = join(tmpdir(), `masthead-${randomUUID()}.zip`)
  await writeFile(path, writeZip(zipped))
  const files = await openArchiveFiles(path)
  const source = await open(files)
  const close = async () => {
    await files[Symbol.asyncDispose]()
    await rm(path)
  }
  if (source) return { ...source, [Symbol.asyncDispose]: close }
  await close()
  return null
}

/** Reads all items of an archive. */
export async function readZip(open: OpenSource, zipped: readonly ZippedFile[]): Promise<ImportItem[]> {
  await using source = await openZip(open, zipped)
  if (!source) throw new Error('The archive is not recognised')
  return await Array.fromAsync(source.items())
}

export function articlesOf(items: readonly ImportItem[]): ImportedArticle[] {
  return items.filter((item) => item.kind === 'article')
}

/** Returns the losses, one line each. */
export function lossesOf(items: readonly ImportItem[]): string[] {
  return items.flatMap((item) =>
    item.kind === 'loss' ? [`${item.count} ${item.what}: ${item.example}`] : [],
  )
}
