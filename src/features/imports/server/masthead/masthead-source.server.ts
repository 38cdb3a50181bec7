import type { ImportSource } from '../../rules/import-item.ts'
import type { ArchiveFiles } from '../archive-files.server.ts'
import { listContents, readOwnHeader, restorePaper } from './restore-paper.server.ts'

/** Opens an export in our own format; null if it is another one. */
export async function openMasthead(files: ArchiveFiles): Promise<ImportSource | null> {
  const header = await readOwnHeader(files)
  if (!header) return null
  return {
    format: 'masthead',
    siteUrl: header.siteUrl,
    async *items() {},
    readFile: async () => null,
    paper: {
      contents: () => listContents(files, header),
      restore: (into, record, signal) => restorePaper(into, files, header, record, signal),
    },
    async [Symbol.asyncDispose]() {},
  }
}
