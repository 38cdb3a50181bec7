import { type Category, GENERAL_CATEGORY, parseCategory } from '#kernel/category.ts'
import { toSlug } from '#kernel/slug.ts'

/** Categories by slugs that are common in other systems. A map, since objects inherit properties. */
const OTHER_NAMES = new Map([
  ['sports', 'Sport'],
  ['tech', 'Technology'],
  ['entertainment', 'Showbiz'],
  ['celebrity', 'Showbiz'],
  ['television', 'TV'],
  ['business', 'Money'],
  ['finance', 'Money'],
  ['economy', 'Money'],
  // WordPress gives it to articles without another.
  ['uncategorized', GENERAL_CATEGORY],
  ['uncategorised', GENERAL_CATEGORY],
])

/** Finds the category that corresponds to that of a source; null if there is none. */
export function mapCategory({ name, slug }: { name: string; slug: string | null }): Category | null {
  const words = [name, slug ?? '']
  for (const word of words) {
    const found = parseCategory(word) ?? parseCategory(OTHER_NAMES.get(toSlug(word)) ?? '')
    if (found) return found
  }
  return null
}
