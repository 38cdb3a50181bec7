/** A file of the library that may no longer be published. */
export type EndedRights = {
  name: string
  /** Its caption or description, or the name of the file. */
  title: string
}

/** In one request. */
export const MAX_NAMES = 200
const NAME = /\/storage\/article-images\/([\w-][\w.-]{0,199})/g

/** Lists the names of the uploads in texts, sorted; at most 200. */
export function listUploadNames(...texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => Array.from(text.matchAll(NAME), ([, name = '']) => name))
  return [...new Set(names)].sort().slice(0, MAX_NAMES)
}
