/** Enough to recognise an article, but not to find its address. */
const KEY_LENGTH = 13

/** For lists that everybody can read. */
export function withdrawnKey(articleId: string): string {
  return articleId.slice(0, KEY_LENGTH)
}
