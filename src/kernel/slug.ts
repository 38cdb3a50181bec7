import { FOLDED_LETTERS } from './text/text.ts'

/** The limit of a slug that is derived from a text, in UTF-16 units. */
const MAX_LENGTH = 80
/** Longer texts are cut before they are read, in UTF-16 units. */
export const MAX_READ = 1_000
/** The limit of a slug that an editor types, in UTF-16 units. */
export const MAX_TYPED_LENGTH = 200

/**
 * Returns words of an address: lower-case letters and digits of any script, joined by hyphens, without accents on Latin
 * letters and without apostrophes; empty without any. Ends at a word where possible.
 *
 * @param maxLength in UTF-16 units
 */
export function toSlug(text: string, maxLength = MAX_LENGTH): string {
  const words = text
    .slice(0, MAX_READ)
    .toWellFormed()
    .normalize('NFKD')
    // Apostrophes, invisible characters except the non-joiner of Persian, and the Arabic tatweel.
    .replace(/['‘’ʼ`´\u0640]|(?!\u200C)\p{Cf}/gu, '')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize()
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => FOLDED_LETTERS[letter] ?? letter)
    .replace(/(?<=\d),(?=\d{3})/g, '')
    // Marks only after letters.
    .replace(/(?:[^\p{L}\p{M}\p{N}]|^)[^\p{L}\p{N}]*/gu, '-')
    .replace(/^-|-$/g, '')
  return cutAtWord(words, maxLength)
}

function cutAtWord(words: string, maxLength: number): string {
  if (words.length <= maxLength) return words
  const end = words.lastIndexOf('-', maxLength)
  if (end > 0) return words.slice(0, end)
  // Scripts without spaces are cut between characters.
  return words.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}

/**
 * Chooses the slug of a page: the typed one, else the current one, else words of the name, with a number if they are taken.
 *
 * @param page.typed empty to choose another
 * @param page.kind the slug of a name without letters and digits
 * @param taken slugs of others
 * @returns undefined if the typed slug is taken
 */
export function chooseSlug(
  page: { typed: string; current: string | undefined; name: string; kind: string },
  taken: ReadonlySet<string>,
): string | undefined {
  if (page.typed) return taken.has(page.typed) ? undefined : page.typed
  const slug = page.current || toSlug(page.name) || page.kind
  if (!taken.has(slug)) return slug
  let number = 2
  while (taken.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}

/** Whether a page may have this slug. Earlier versions wrote some letters in another way, which stay valid. */
export function isSlug(text: string): boolean {
  const isLong = text.length === 0 || text.length > MAX_TYPED_LENGTH
  return !isLong && text === text.toLowerCase() && !/^-|-$|[^\p{L}\p{M}\p{N}-]/u.test(text)
}
