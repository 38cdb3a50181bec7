import type { QueryKey } from '@tanstack/react-query'

type TagsOf = (key: QueryKey, data: unknown) => string[]

/** The tags of what a query reads, as the read names them on the server (page-tags.server.ts), by how its key begins. */
const TAGS: Record<string, TagsOf> = {
  settings: () => ['settings'],
  ads: () => ['settings'],
  articles: () => ['articles'],
  search: () => ['articles'],
  'articles/breaking': () => ['breaking'],
  'articles/category': ([, , category]) => [category === 'News' ? 'articles' : `category:${category}`],
  // Related ones are of its category.
  'articles/article': ([, , id], data) => [`article:${id}`, `category:${categoryOf(data)}`],
}

/** Whether a change of `tags` (null: of anything) touches the query with this key and data. */
export function isTouched(key: QueryKey, data: unknown, tags: ReadonlySet<string> | null): boolean {
  const tagsOf = TAGS[`${key[0]}/${key[1]}`] ?? TAGS[String(key[0])]
  return tagsOf !== undefined && (tags === null || tagsOf(key, data).some((tag) => tags.has(tag)))
}

function categoryOf(data: unknown): unknown {
  return (data as { category?: unknown } | undefined)?.category
}
