import type { QueryTags } from '#kernel/cache-tags.ts'

type TaggedQuery = { meta?: QueryTags | undefined; state: { data?: unknown } }

/** @param tags null: anything may have changed */
export function isAffected({ meta, state }: TaggedQuery, tags: ReadonlySet<string> | null): boolean {
  if (!meta || meta.tags.length === 0) return false
  if (!tags || meta.tags.some((tag) => tags.has(tag))) return true
  const { category } = (state.data ?? {}) as { category?: unknown }
  return meta.hasCategory === true && tags.has(`category:${category}`)
}
