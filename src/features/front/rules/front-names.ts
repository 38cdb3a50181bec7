import { categoryName } from '#kernel/category.ts'
import type { Container, NewContainer, StoredChange } from './front.ts'
import { categoryOfFront, type FrontPage } from './front-page.ts'

/** The name of a page on screens. */
export function pageName(page: FrontPage): string {
  const category = categoryOfFront(page)
  return category === undefined ? 'Home page' : categoryName(category)
}

/** @param topics their names by id */
export function containerName(container: NewContainer, topics: ReadonlyMap<string, string>): string {
  if (container.title) return container.title
  if (container.kind === 'section') return categoryName(container.category)
  if (container.kind === 'topic') return topics.get(container.topicId) ?? 'Deleted topic'
  return CONTAINER_LABELS[container.kind]
}

export const CONTAINER_LABELS: Record<Container['kind'], string> = {
  section: 'Section',
  topic: 'Topic',
  list: 'List',
  mostRead: 'Most read',
  newsletter: 'Newsletter',
}

export const CONTAINER_KINDS = Object.keys(CONTAINER_LABELS) as Container['kind'][]

const CHANGE_LABELS: Record<StoredChange['kind'], string> = {
  pin: 'article pinned',
  insert: 'article inserted',
  unpin: 'place made automatic',
  pinUntil: 'end of a pin changed',
  swap: 'places exchanged',
  setHeadline: 'headline changed',
  setImage: 'image changed',
  hide: 'article hidden',
  unhide: 'article shown again',
  addContainer: 'container added',
  renameContainer: 'container renamed',
  removeContainer: 'container removed',
  moveContainer: 'container moved',
  discard: 'changes discarded',
  restore: 'earlier front restored',
}

/** Describes a change, such as "article pinned". */
export function describeChange(kind: StoredChange['kind']): string {
  return CHANGE_LABELS[kind]
}
