/** In navigation order (spec §2), as stored. */
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

export function categoryPath<C extends Category>(category: C): `/${Lowercase<C>}` {
  return `/${category.toLowerCase() as Lowercase<C>}`
}

/** Ignores case and surrounding white space. */
export function parseCategory(text: string): Category | undefined {
  const wanted = text.trim().toLowerCase()
  return CATEGORIES.find((category) => category.toLowerCase() === wanted)
}
