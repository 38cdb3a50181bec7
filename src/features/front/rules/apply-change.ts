import { phrase } from '#kernel/text/phrase.ts'
import {
  AUTOMATIC,
  type Container,
  createContainer,
  type Front,
  type FrontChange,
  isSameFront,
  listPlaces,
  MAX_CONTAINERS,
  MAX_HIDDEN,
  type Place,
  type PlaceRef,
} from './front.ts'

/** `unchanged`: the front already is as requested. `reason` is shown to the editor. */
type ChangeResult =
  | { kind: 'changed'; front: Front }
  | { kind: 'unchanged' }
  | { kind: 'refused'; reason: string }

const noPlace = () => phrase('This place no longer exists.')
const noContainer = () => phrase('This container no longer exists.')
const noTitle = () => phrase('A list needs a title.')
const changedPlace = () => phrase('Somebody has placed another article here. Check the place and try again.')

/** Applies the change of an editor to a front, which stays as it is. An article is pinned in one place at most. */
export function applyChange(front: Front, change: FrontChange, now: Date): ChangeResult {
  const result = decide(front, change, now)
  if (result.kind === 'changed' && isSameFront(result.front, front)) return { kind: 'unchanged' }
  return result
}

function decide(front: Front, change: FrontChange, now: Date): ChangeResult {
  if ('until' in change && change.until !== null && new Date(change.until) <= now)
    return refuse(phrase('The end of the pin must be in the future.'))
  switch (change.kind) {
    case 'pin':
      return pin(front, change.place, toPin(front, change))
    case 'insert':
      return insert(front, change.place, toPin(front, change))
    case 'unpin':
      return changePin(front, change, () => AUTOMATIC)
    case 'pinUntil':
      return changePin(front, change, (place) => ({ ...place, pinnedUntil: change.until }))
    case 'setHeadline':
      return changePin(front, change, ({ title: _, ...place }) =>
        change.title ? { ...place, title: change.title } : place,
      )
    case 'setImage':
      return changePin(front, change, ({ image: _, ...place }) =>
        change.image ? { ...place, image: change.image } : place,
      )
    case 'swap':
      return swap(front, change)
    case 'hide':
      return hide(front, change.articleId)
    case 'unhide':
      return changed({ ...front, hidden: front.hidden.filter((id) => id !== change.articleId) })
    case 'addContainer':
      return addContainer(front, createContainer(change.container))
    default:
      return changeContainer(front, change)
  }
}

function pin(front: Front, ref: PlaceRef, place: Place): ChangeResult {
  if (!placeAt(front, ref)) return refuse(noPlace())
  return changed(setPlace(release(front, place.articleId), ref, place))
}

function insert(front: Front, ref: PlaceRef, pinned: Place): ChangeResult {
  if (!placeAt(front, ref)) return refuse(noPlace())
  const released = release(front, pinned.articleId)
  return changed(
    changeGroup(released, ref.container, (places) => {
      const free = places.findIndex((place, index) => index >= ref.index && place.articleId === null)
      // In a full group, the last one leaves.
      const end = free < 0 ? places.length - 1 : free
      return [
        ...places.slice(0, ref.index),
        pinned,
        ...places.slice(ref.index, end),
        ...places.slice(end + 1),
      ]
    }),
  )
}

/** The headline and image for the front stay with an article that is pinned again. */
function toPin(front: Front, change: { articleId: string; until: string | null }): Place {
  const { articleId, until } = change
  const before = listPlaces(front).find(({ place }) => place.articleId === articleId)
  return { ...before?.place, articleId, pinnedUntil: until }
}

function changePin(
  front: Front,
  { place: ref, articleId }: { place: PlaceRef; articleId: string },
  update: (place: Place) => Place,
): ChangeResult {
  const place = placeAt(front, ref)
  if (!place) return refuse(noPlace())
  if (place.articleId !== articleId) return refuse(changedPlace())
  return changed(setPlace(front, ref, update(place)))
}

function swap(front: Front, change: Extract<FrontChange, { kind: 'swap' }>): ChangeResult {
  const { place: from, articleId, to } = change
  const [moved, other] = [placeAt(front, from), placeAt(front, to)]
  if (!moved || !other) return refuse(noPlace())
  if (moved.articleId !== articleId) return refuse(changedPlace())
  return changed(setPlace(setPlace(front, from, other), to, moved))
}

function hide(front: Front, articleId: string): ChangeResult {
  if (front.hidden.includes(articleId)) return { kind: 'unchanged' }
  if (front.hidden.length >= MAX_HIDDEN)
    return refuse(
      phrase('A page can have {max} hidden articles at most. Show one again first.', { max: MAX_HIDDEN }),
    )
  return changed({ ...release(front, articleId), hidden: [...front.hidden, articleId] })
}

function addContainer(front: Front, container: Container): ChangeResult {
  const { containers } = front
  // A retry.
  if (containers.some(({ id }) => id === container.id)) return { kind: 'unchanged' }
  if (containers.length >= MAX_CONTAINERS)
    return refuse(
      phrase('A page can have {max} containers at most. Remove one first.', { max: MAX_CONTAINERS }),
    )
  if (containers.some((other) => isSameContent(other, container)))
    return refuse(phrase('The page already has this container.'))
  if (isListWithoutTitle(container)) return refuse(noTitle())
  return changed({ ...front, containers: [...containers, container] })
}

function isSameContent(one: Container, other: Container): boolean {
  if (one.kind === 'list' || one.kind !== other.kind) return false
  if (one.kind === 'section') return one.category === (other as typeof one).category
  if (one.kind === 'topic') return one.topicId === (other as typeof one).topicId
  return true
}

function isListWithoutTitle({ kind, title }: Container): boolean {
  return kind === 'list' && title === ''
}

function changeContainer(
  front: Front,
  change: Extract<FrontChange, { kind: 'renameContainer' | 'removeContainer' | 'moveContainer' }>,
): ChangeResult {
  const { containers } = front
  const at = containers.findIndex(({ id }) => id === change.container)
  const container = containers[at]
  if (!container) return change.kind === 'removeContainer' ? { kind: 'unchanged' } : refuse(noContainer())
  if (change.kind === 'renameContainer') {
    const renamed = { ...container, title: change.title }
    if (isListWithoutTitle(renamed)) return refuse(noTitle())
    return changed({ ...front, containers: containers.with(at, renamed) })
  }
  const others = containers.toSpliced(at, 1)
  if (change.kind === 'removeContainer') return changed({ ...front, containers: others })
  return changed({ ...front, containers: others.toSpliced(change.index, 0, container) })
}

/** Makes the place of an article automatic, and shows a hidden one again. */
function release(front: Front, articleId: string | null): Front {
  const places = (group: Place[]) => group.map((place) => (place.articleId === articleId ? AUTOMATIC : place))
  return {
    places: places(front.places),
    hidden: front.hidden.filter((id) => id !== articleId),
    containers: front.containers.map((container) => ({ ...container, places: places(container.places) })),
  }
}

function placeAt(front: Front, { container: id, index }: PlaceRef): Place | undefined {
  const group = id === null ? front : front.containers.find((container) => container.id === id)
  return group?.places[index]
}

function setPlace(front: Front, { container, index }: PlaceRef, place: Place): Front {
  return changeGroup(front, container, (places) => places.with(index, place))
}

function changeGroup(front: Front, id: string | null, change: (places: Place[]) => Place[]): Front {
  if (id === null) return { ...front, places: change(front.places) }
  const containers = front.containers.map((container) =>
    container.id === id ? { ...container, places: change(container.places) } : container,
  )
  return { ...front, containers }
}

function changed(front: Front): ChangeResult {
  return { kind: 'changed', front }
}

function refuse(reason: string): ChangeResult {
  return { kind: 'refused', reason }
}
