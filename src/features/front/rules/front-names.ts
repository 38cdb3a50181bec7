import { categoryName } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Container, NewContainer, StoredChange } from './front.ts'
import { categoryOfFront, type FrontPage } from './front-page.ts'

/** The name of a page on screens. */
export function pageName(page: FrontPage): string {
  const category = categoryOfFront(page)
  return category === undefined ? phrase('Home page') : categoryName(category)
}

/** @param topics their names by id */
export function containerName(container: NewContainer, topics: ReadonlyMap<string, string>): string {
  if (container.title) return container.title
  if (container.kind === 'section') return categoryName(container.category)
  if (container.kind === 'topic') return topics.get(container.topicId) ?? phrase('Deleted topic')
  return containerLabels()[container.kind]
}

export const containerLabels = (): Record<Container['kind'], string> => ({
  section: phrase('Section'),
  topic: phrase('Topic'),
  list: phrase('List'),
  mostRead: phrase('Most read'),
  newsletter: phrase('Newsletter'),
})

export const CONTAINER_KINDS = Object.keys(containerLabels()) as Container['kind'][]

const changeLabels = (): Record<StoredChange['kind'], string> => ({
  pin: phrase('article pinned'),
  insert: phrase('article inserted'),
  unpin: phrase('place made automatic'),
  pinUntil: phrase('end of a pin changed'),
  swap: phrase('places exchanged'),
  setHeadline: phrase('headline changed'),
  setImage: phrase('image changed'),
  hide: phrase('article hidden'),
  unhide: phrase('article shown again'),
  addContainer: phrase('container added'),
  renameContainer: phrase('container renamed'),
  removeContainer: phrase('container removed'),
  moveContainer: phrase('container moved'),
  discard: phrase('changes discarded'),
  restore: phrase('earlier front restored'),
})

/** Describes a change, such as "article pinned". */
export function describeChange(kind: StoredChange['kind']): string {
  return changeLabels()[kind]
}
