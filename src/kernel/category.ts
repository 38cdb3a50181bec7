/** The categories in navigation order (spec §2), as stored in `articles.category` and `feeds.category`. */
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

/** Returns a category's route, such as `/politics`. */
export function categoryPath<C extends Category>(category: C): `/${Lowercase<C>}` {
  return `/${category.toLowerCase() as Lowercase<C>}`
}

/** Finds a category by name, ignoring case and surrounding white space. */
export function parseCategory(text: string): Category | undefined {
  const wanted = text.trim().toLowerCase()
  return CATEGORIES.find((category) => category.toLowerCase() === wanted)
}
