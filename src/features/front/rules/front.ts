import * as z from 'zod'
import { HOME_SIZE, LEADING_SIZE } from '#features/articles/rules/order-home.ts'
import { type Category, findCategory } from '#kernel/category.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { collapseBreakingSpace } from '#kernel/text/text.ts'
import { type FrontPage, isFrontPage } from './front-page.ts'

/** A category page has a lead. */
const CATEGORY_PLACES = 1
/** A lead and four more articles. */
export const SECTION_PLACES = 5
const LIST_PLACES = 10
export const MOST_READ_SIZE = 10
export const MAX_CONTAINERS = 30
export const MAX_HIDDEN = 200
export const MAX_HEADLINE_CHARACTERS = 200
export const MAX_TITLE_CHARACTERS = 80

/**
 * Shows its article until `pinnedUntil` (ISO 8601), or without an end if null. Without an article, it is automatic.
 */
export type Place = {
  articleId: string | null
  pinnedUntil: string | null
  /** A headline for the front only. */
  title?: string
  /** Name of an image of the library, for the front only. */
  image?: string
}

export type Container = ContainerHead & { places: Place[] }

/** `title` is empty for the default name, which all kinds have except lists. */
export type ContainerHead = { id: string; title: string } & ContainerContent

type ContainerContent =
  | { kind: 'section'; category: Category }
  | { kind: 'topic'; topicId: string }
  /** Shows its pins only. */
  | { kind: 'list' }
  | { kind: 'mostRead' }
  | { kind: 'newsletter' }

/** The decisions of editors for a page. `places` has a fixed length: see `emptyFront`. */
export type Front = {
  places: Place[]
  /** Ids of articles that automatic places do not show. */
  hidden: string[]
  /** Shown below the places, in this order. */
  containers: Container[]
}

/** `container` is null for the places at the top of the page. */
export type PlaceRef = { container: string | null; index: number }

export const AUTOMATIC: Place = { articleId: null, pinnedUntil: null }

const PLACES_OF_CONTAINER: Record<Container['kind'], number> = {
  section: SECTION_PLACES,
  topic: SECTION_PLACES,
  list: LIST_PLACES,
  mostRead: 0,
  newsletter: 0,
}

/** Returns the front of a page that nobody has curated. */
export function emptyFront(page: FrontPage): Front {
  return {
    places: automaticPlaces(page === 'home' ? HOME_SIZE : CATEGORY_PLACES),
    hidden: [],
    containers: [],
  }
}

export function createContainer(container: NewContainer): Container {
  return { ...container, places: automaticPlaces(PLACES_OF_CONTAINER[container.kind]) }
}

function automaticPlaces(length: number): Place[] {
  return Array.from({ length }, () => AUTOMATIC)
}

/** Whether the front shows what an uncurated page shows. */
export function isUncurated({ places, hidden, containers }: Front): boolean {
  return hidden.length === 0 && containers.length === 0 && places.every((place) => place.articleId === null)
}

/** Ignores the order of properties, which the database does not keep. */
export function isSameFront(one: Front, other: Front): boolean {
  return writeSorted(one) === writeSorted(other)
}

function writeSorted(front: Front): string {
  return JSON.stringify(front, (_, value: unknown) =>
    value === null || typeof value !== 'object' || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )
}

/** Returns all places with their references, from the top. */
export function listPlaces({ places, containers }: Front): { ref: PlaceRef; place: Place }[] {
  const groups = [{ id: null, places }, ...containers]
  return groups.flatMap((group) =>
    group.places.map((place, index) => ({ ref: { container: group.id, index }, place })),
  )
}

/** Returns when the next pin ends after `now`; null if none does. */
export function nextPinEnd(front: Front, now: Date): Date | null {
  const ends = listPlaces(front)
    .map(({ place }) => (place.pinnedUntil ? new Date(place.pinnedUntil) : null))
    .filter((end) => end !== null && end > now) as Date[]
  return ends.length > 0 ? new Date(Math.min(...ends.map(Number))) : null
}

export const frontPage = z.string().refine(isFrontPage)

const placeRef = z.object({ container: z.nullable(id), index: z.int().min(0).max(HOME_SIZE) })
const until = z.nullable(z.iso.datetime())
/** Removes characters that JSON in the database cannot contain. */
const line = (limit: number) =>
  z
    .string()
    .overwrite((text) => collapseBreakingSpace(text.toWellFormed()))
    .max(limit)
const headline = line(MAX_HEADLINE_CHARACTERS)
const containerTitle = line(MAX_TITLE_CHARACTERS)

const base = { id, title: containerTitle }
const newContainer = z.discriminatedUnion('kind', [
  z.object({ ...base, kind: z.literal('section'), category: z.string().refine(findCategory) }),
  z.object({ ...base, kind: z.literal('topic'), topicId: id }),
  z.object({ ...base, kind: z.literal('list') }),
  z.object({ ...base, kind: z.literal('mostRead') }),
  z.object({ ...base, kind: z.literal('newsletter') }),
])

/** `id` is chosen by the client. */
export type NewContainer = z.output<typeof newContainer>

/**
 * A change that an editor makes. If it concerns the article in a place, it names the article: if a colleague has just placed
 * another one there, it must not apply to that one.
 */
export const frontChange = z.discriminatedUnion('kind', [
  /** Shows the article instead of what the place shows. An article that is pinned elsewhere leaves that place. */
  z.object({ kind: z.literal('pin'), place: placeRef, articleId: id, until }),
  /** Like `pin`, but moves the pins from this place to the next automatic one down instead of replacing the first. */
  z.object({ kind: z.literal('insert'), place: placeRef, articleId: id, until }),
  z.object({ kind: z.literal('unpin'), place: placeRef, articleId: id }),
  z.object({ kind: z.literal('pinUntil'), place: placeRef, articleId: id, until }),
  /** Exchanges a pin with what the other place has. */
  z.object({ kind: z.literal('swap'), place: placeRef, articleId: id, to: placeRef }),
  /** Empty for the headline of the article. */
  z.object({ kind: z.literal('setHeadline'), place: placeRef, articleId: id, title: headline }),
  /** `image` is the name of an image of the library; null for the article's own. */
  z.object({
    kind: z.literal('setImage'),
    place: placeRef,
    articleId: id,
    image: z.nullable(z.string().regex(/^[\w-][\w.-]{0,199}$/)),
  }),
  z.object({ kind: z.literal('hide'), articleId: id }),
  z.object({ kind: z.literal('unhide'), articleId: id }),
  /** Adds it at the end. */
  z.object({ kind: z.literal('addContainer'), container: newContainer }),
  z.object({ kind: z.literal('renameContainer'), container: id, title: containerTitle }),
  z.object({ kind: z.literal('removeContainer'), container: id }),
  z.object({ kind: z.literal('moveContainer'), container: id, index: z.int().min(0).max(MAX_CONTAINERS) }),
])

export type FrontChange = z.output<typeof frontChange>

/** A change that can be undone: that of an editor, or a replacement of the whole draft. */
export type StoredChange = FrontChange | { kind: 'discard' | 'restore' }

/** The name of a place on screens. */
export function placeName(page: FrontPage, { container, index }: PlaceRef): string {
  if (container !== null) return index === 0 ? phrase('Lead') : phrase('Place {index}', { index: index + 1 })
  if (page !== 'home') return phrase('Lead')
  if (index === 0) return phrase('Main story')
  return index < LEADING_SIZE
    ? phrase('Featured {index}', { index })
    : phrase('More {index}', { index: index - LEADING_SIZE + 1 })
}
