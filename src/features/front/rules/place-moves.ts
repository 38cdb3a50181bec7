import { phrase } from '#kernel/text/phrase.ts'
import type { FilledFront } from './fill-front.ts'
import { type Front, type FrontChange, type Place, type PlaceRef, placeName } from './front.ts'
import type { FrontPage } from './front-page.ts'

type Named = { id: string; title: string }

/** A place as the screen presents it. */
export type ShownPlace<A extends Named = Named> = {
  /** Unique on its page. */
  key: string
  ref: PlaceRef
  /** "Featured 2" or "Sport: Place 3" */
  name: string
  /** Without the name of the container. */
  shortName: string
  /** Null if there are not enough articles. */
  article: A | null
  /** Null if the place is automatic. Its article is not shown if `isActive` is false. */
  pin: (Place & { articleId: string }) | null
  /** Whether the pinned article is published and the pin has not ended. */
  isActive: boolean
}

/** An article that an editor has picked up, from a place or from the list of articles. */
export type Moved = { article: Named; from?: ShownPlace }

/** `insert` moves the pins from this place on down by one. */
export type DropKind = 'replace' | 'insert'

/**
 * Returns the places of a page from the top, without those of "Most read", which are always automatic.
 *
 * @param containerName returns the name of a container on screens
 */
export function listShownPlaces<A extends Named>(
  page: FrontPage,
  front: Front,
  filled: FilledFront<A>,
  containerName: (id: string) => string,
): ShownPlace<A>[] {
  const groups = [
    { id: null, places: front.places, shown: filled.places },
    ...front.containers.map(({ id, places }) => ({
      id,
      places,
      shown: filled.containers.find((container) => container.id === id)?.places ?? [],
    })),
  ]
  return groups.flatMap(({ id, places, shown }) =>
    places.map((place, index) => {
      const ref = { container: id, index }
      const name = placeName(page, ref)
      const { articleId } = place
      return {
        key: `${id ?? 'top'}:${index}`,
        ref,
        name: id === null ? name : `${containerName(id)}: ${name}`,
        shortName: name,
        article: shown[index]?.article ?? null,
        pin: articleId === null ? null : { ...place, articleId },
        isActive: articleId !== null && shown[index]?.pin?.articleId === articleId,
      }
    }),
  )
}

/** Returns the change that puts an article in a place; undefined if it is there. */
export function dropChange(moved: Moved, target: ShownPlace, kind: DropKind): FrontChange | undefined {
  const { article, from } = moved
  const isPinnedThere = from?.pin?.articleId === article.id
  if (from?.key === target.key && isPinnedThere) return undefined
  const until = isPinnedThere ? (from.pin?.pinnedUntil ?? null) : null
  const placed = { place: target.ref, articleId: article.id, until }
  if (kind === 'insert' && target.pin) return { kind: 'insert', ...placed }
  // Within the page, what the other place has is kept.
  if (from && isPinnedThere && target.pin)
    return { kind: 'swap', place: from.ref, articleId: article.id, to: target.ref }
  return { kind: 'pin', ...placed }
}

/** Omits all empty places of a container except the first, where an article can be added. */
export function omitFurtherEmpty<P extends ShownPlace>(places: readonly P[]): P[] {
  const withEmpty = new Set<string>()
  return places.filter(({ article, pin, ref: { container } }) => {
    if (article || pin || container === null) return true
    const isFirst = !withEmpty.has(container)
    withEmpty.add(container)
    return isFirst
  })
}

/** Returns the neighbour of a place in its group; undefined at the ends. */
export function neighbourOf<P extends ShownPlace>(
  places: readonly P[],
  { ref }: ShownPlace,
  step: 1 | -1,
): P | undefined {
  return places.find((other) => other.ref.container === ref.container && other.ref.index === ref.index + step)
}

/** Returns where an article is shown. */
export function findPlaceOf<P extends ShownPlace>(places: readonly P[], articleId: string): P | undefined {
  return (
    places.find(({ pin }) => pin?.articleId === articleId) ??
    places.find(({ article }) => article?.id === articleId)
  )
}

/** Describes a change that was applied, for its announcement. */
export function describeDrop(change: FrontChange, { article }: Moved, { name }: ShownPlace): string {
  const values = { title: article.title, place: name }
  if (change.kind === 'swap') return phrase('“{title}” moved to {place}; the places were exchanged', values)
  if (change.kind === 'insert') return phrase('“{title}” inserted at {place}', values)
  return phrase('“{title}” pinned at {place}', values)
}
