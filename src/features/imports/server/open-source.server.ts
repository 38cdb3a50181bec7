import { ImportError, type ImportSource } from '../rules/import-item.ts'
import { type ArchiveFiles, openArchiveFiles } from './archive-files.server.ts'
import { openFolder } from './folder-source.server.ts'
import { openGhost } from './ghost-source.server.ts'
import { openMasthead } from './masthead/masthead-source.server.ts'
import { openMedium } from './medium-source.server.ts'
import { openSubstack } from './substack-source.server.ts'
import { openWordPress } from './wordpress/wordpress-source.server.ts'

/** Opens the files of an export; null if they are not of its format. Closing the source does not close the files. */
export type OpenSource = (files: ArchiveFiles) => Promise<ImportSource | null>

/** In order: the first source that recognises the files reads them. */
const SOURCES: readonly OpenSource[] = [
  openMasthead,
  openWordPress,
  openGhost,
  openSubstack,
  openMedium,
  openFolder,
]

/**
 * Recognises an export by its content and opens it.
 *
 * @param options.name the original name of an uploaded file
 * @param options.site the address of the former site, used if the export does not contain it
 * @throws ImportError if no format is recognised, or the file cannot be read
 */
export async function openSource(
  path: string,
  { name, site }: { name?: string; site?: string | undefined } = {},
): Promise<ImportSource> {
  const files = await openArchiveFiles(path, name)
  try {
    for (const open of SOURCES) {
      const source = await open(files)
      if (!source) continue
      return {
        ...source,
        siteUrl: source.siteUrl ?? site ?? null,
        async [Symbol.asyncDispose]() {
          await source[Symbol.asyncDispose]()
          await files[Symbol.asyncDispose]()
        },
      }
    }
  } catch (error) {
    await files[Symbol.asyncDispose]()
    throw error
  }
  const isList = files.names.every((name) => /\.csv$/i.test(name))
  await files[Symbol.asyncDispose]()
  throw new ImportError(isList ? LIST : UNKNOWN)
}

const UNKNOWN =
  'This is not an export that can be imported. Choose the file that Masthead, WordPress, Ghost, Substack or Medium exports, or a zip archive with it and its images, or with Markdown or HTML files.'
const LIST = 'This file is a list. Lists of subscribers are imported under Newsletter, Subscribers.'

/** Returns the name of the paper in the ledger, which is the same for later exports from the same address. */
export function paperOf({ format, siteUrl }: Pick<ImportSource, 'format' | 'siteUrl'>): string {
  const url = URL.parse(siteUrl ?? '')
  const host = url ? url.host.replace(/^www\./, '') + url.pathname.replace(/\/$/, '') : ''
  return `${format} ${host}`.trim().slice(0, 300)
}
