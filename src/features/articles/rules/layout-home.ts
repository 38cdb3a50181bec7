/** The hero, 4 featured and 10 more (spec §9). */
export const HOME_SIZE = 15
/** The hero and the featured articles. */
export const LEADING_SIZE = 5

type HomeLayout<A> = { hero: A | null; featured: A[]; rest: A[] }

/**
 * The hero is the first breaking article, else the first one (spec §9).
 *
 * @param articles newest first
 */
export function layoutHome<A extends { id: string; isBreaking: boolean }>(
  articles: readonly A[],
): HomeLayout<A> {
  const hero = articles.find((article) => article.isBreaking) ?? articles[0] ?? null
  const others = articles.filter((article) => article.id !== hero?.id)
  return { hero, featured: others.slice(0, LEADING_SIZE - 1), rest: others.slice(LEADING_SIZE - 1) }
}
