/**
 * The ten sections of the paper, in the order of the navigation (spec §2, route table). The value is what
 * `articles.category` and `feeds.category` hold; the path is its lower-cased form.
 */
export const CATEGORIES = [
  'News',
  'Politics',
  'Sport',
  'Showbiz',
  'TV',
  'Health',
  'Technology',
  'Science',
  'Money',
  'Travel',
] as const

export type Category = (typeof CATEGORIES)[number]

/** The route of a category's page, for example `/politics`. */
export function categoryPath<C extends Category>(category: C): `/${Lowercase<C>}` {
  return `/${category.toLowerCase() as Lowercase<C>}`
}

/** The category whose name equals `text` whatever its letter case, or undefined. */
export function parseCategory(text: string): Category | undefined {
  const wanted = text.trim().toLowerCase()
  return CATEGORIES.find((category) => category.toLowerCase() === wanted)
}
