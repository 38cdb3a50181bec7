import { orderHome } from '#features/articles/rules/order-home.ts'
import { AUTOMATIC, type ContainerHead, type Front, listPlaces, MOST_READ_SIZE, type Place } from './front.ts'

type Candidate = { id: string; isBreaking: boolean }

/**
 * Published articles that may be shown. `pinned` has those of `front` that are published, by id. `latest` is for the places at
 * the top of the home page, in the order of the first specification (`listHome`). `ofContainer` has those of sections, topics
 * and most read, by the id of the container.
 */
export type Candidates<A extends Candidate> = {
  pinned: ReadonlyMap<string, A>
  latest: readonly A[]
  ofContainer: ReadonlyMap<string, readonly A[]>
}

/** `article` is null if there are not enough articles. `pin` is null if the place is automatic at present. */
export type FilledPlace<A> = { article: A | null; pin: Place | null }
export type FilledContainer<A> = ContainerHead & { places: FilledPlace<A>[] }
/** `places` correspond to those of the front, except that most read has places here. */
export type FilledFront<A> = { places: FilledPlace<A>[]; containers: FilledContainer<A>[] }

/**
 * Decides what each place shows: its pin if the article is published and the pin has not ended, else the next article that is
 * neither pinned, hidden nor shown above. The places at the top follow the layout of the home page (spec §9). No article
 * appears twice.
 */
export function fillFront<A extends Candidate>(
  front: Front,
  candidates: Candidates<A>,
  now: Date,
): FilledFront<A> {
  const effectivePin = (place: Place): A | undefined => {
    const isOver = place.pinnedUntil !== null && new Date(place.pinnedUntil) <= now
    return place.articleId === null || isOver ? undefined : candidates.pinned.get(place.articleId)
  }
  const pins = listPlaces(front).flatMap(({ place }) => effectivePin(place)?.id ?? [])
  const taken = new Set([...pins, ...front.hidden])

  function fill(places: readonly Place[], inOrder: readonly A[]): FilledPlace<A>[] {
    const free = inOrder.filter(({ id }) => !taken.has(id)).values()
    return places.map((place) => {
      const pinned = effectivePin(place)
      if (pinned) return { article: pinned, pin: place }
      const article = free.next().value ?? null
      if (article) taken.add(article.id)
      return { article, pin: null }
    })
  }

  const latest = candidates.latest.filter(({ id }) => !taken.has(id))
  const [first] = front.places
  const isHeroPinned = first !== undefined && effectivePin(first) !== undefined
  const inOrder = isHeroPinned ? latest : orderHome(latest)
  return {
    places: fill(front.places, inOrder),
    containers: front.containers.map(({ places, ...container }) => {
      const own = candidates.ofContainer.get(container.id) ?? []
      if (container.kind === 'mostRead')
        return { ...container, places: fill(Array(MOST_READ_SIZE).fill(AUTOMATIC), own) }
      return { ...container, places: fill(places, own) }
    }),
  }
}
