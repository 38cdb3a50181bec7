/** Enough of a random id to recognise an article, but not enough to find its address. */
const KEY_LENGTH = 13

/** Identifies a withdrawn article in lists that everybody can read. */
export function withdrawnKey(articleId: string): string {
  return articleId.slice(0, KEY_LENGTH)
}
