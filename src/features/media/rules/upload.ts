import type { LibraryImage } from './library-image.ts'

/** Enough for a photograph of 24 megapixels as PNG. In powers of 1,024, so that "50 MB" is accepted in either unit. */
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024
export const UPLOAD_TOO_LARGE = 'The image is larger than 50 MB.'

/** The response to a part of an upload. `similar` are near-duplicates in the library. */
export type UploadResponse =
  | { offset: number }
  | { image: LibraryImage; similar: LibraryImage[] }
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
