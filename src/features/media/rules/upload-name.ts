/** The longest part of an original name that is kept. */
const LONGEST_NAME = 80

/**
 * What an uploaded image is called (spec §3): the time in ms, an underscore, the original name. Of that name letters,
 * digits, "-", "_" and "." are kept, so that it can stand in any address and file system; its extension is that of what
 * the file really is.
 */
export function uploadName(original: string, extension: string, now: Date): string {
  const stem = (original.split(/[\\/]/).at(-1) ?? '')
    .replace(/\.\w{1,5}$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, LONGEST_NAME)
    .replace(/^[.-]+|[.-]+$/g, '')
  return `${now.getTime()}_${stem || 'image'}.${extension}`
}
