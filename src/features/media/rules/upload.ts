import type { LibraryFile } from './library-file.ts'

/** The response to a part of an upload. `similar` are near-duplicates in the library. */
export type UploadResponse =
  | { offset: number }
  | { image: LibraryFile; similar: LibraryFile[] }
  | { message: string }

const MAX_STEM_LENGTH = 80

/**
 * A safe name, with the time in ms as prefix (spec §3).
 *
 * @param extension of the file's actual format
 */
export function uploadName(original: string, extension: string, now: Date): string {
  const stem = (original.split(/[\\/]/).at(-1) ?? '')
    .replace(/\.\w{1,5}$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, MAX_STEM_LENGTH)
    .replace(/^[.-]+|(?<![.-])[.-]+$/g, '')
  return `${now.getTime()}_${stem || 'image'}.${extension}`
}
