/** Long enough to recognise an article, but too short to find its address. */
const KEY_LENGTH = 13

/** Returns the key of an article in the public list of withdrawn articles. */
export function withdrawnKey(articleId: string): string {
  return articleId.slice(0, KEY_LENGTH)
}
