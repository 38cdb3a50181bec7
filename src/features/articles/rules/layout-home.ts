/** How many articles of the newest the home page shows: the hero, 4 featured and 10 of the rest (spec §9). */
export const HOME_SIZE = 15

type HomeLayout<A> = { hero: A | null; featured: A[]; rest: A[] }

/**
 * The home page's places (spec §9): the hero is the first breaking article, else the first; featured are the next
 * four, the rest follow. The hero moves to the front, so no article stands twice and none is lost.
 *
 * @param articles newest first
 */
export function layoutHome<A extends { id: string; isBreaking: boolean }>(
  articles: readonly A[],
): HomeLayout<A> {
  const hero = articles.find((article) => article.isBreaking) ?? articles[0] ?? null
  const others = articles.filter((article) => article.id !== hero?.id)
  return { hero, featured: others.slice(0, 4), rest: others.slice(4) }
}
