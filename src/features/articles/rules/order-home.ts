/** The hero, 4 featured and 10 more (spec §9). */
export const HOME_SIZE = 15
/** The hero and the featured articles. */
export const LEADING_SIZE = 5

/**
 * Returns articles in the order of the home page: the hero is the first breaking article, else the first one (spec §9).
 *
 * @param articles newest first
 */
export function orderHome<A extends { id: string; isBreaking: boolean }>(articles: readonly A[]): A[] {
  const hero = articles.find(({ isBreaking }) => isBreaking) ?? articles[0]
  return hero ? [hero, ...articles.filter(({ id }) => id !== hero.id)] : []
}
