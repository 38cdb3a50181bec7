/** Long enough to recognise an article, but too short to find its address. */
const KEY_LENGTH = 13

/** For the public list of withdrawn articles. */
export function withdrawnKey(articleId: string): string {
  return articleId.slice(0, KEY_LENGTH)
}
