import { plural } from '#kernel/text/phrase.ts'

type Post = { id: string; version: number; html: string }

type PostsUpdate = {
  /** Posts that are no longer in the list, such as withdrawn ones and one that is now pinned. */
  removed: string[]
  changed: Post[]
  /** Posts above those that are shown, newest first. */
  newest: Post[]
  /** Restored posts. Each belongs below the post `after`, or at the top if that is null. */
  inserted: { post: Post; after: string | null }[]
}

/**
 * Compares the posts of an open page with the current ones, both newest first.
 *
 * @param isWhole whether `fresh` ends with the oldest post
 */
export function planPosts(
  shown: readonly Pick<Post, 'id' | 'version'>[],
  fresh: readonly Post[],
  isWhole: boolean,
): PostsUpdate {
  const versions = new Map(shown.map(({ id, version }) => [id, version]))
  const freshIds = new Set(fresh.map(({ id }) => id))
  const lastKnown = isWhole ? shown.length - 1 : shown.findLastIndex(({ id }) => freshIds.has(id))
  const firstKnown = fresh.findIndex(({ id }) => versions.has(id))
  const newest = firstKnown < 0 ? [...fresh] : fresh.slice(0, firstKnown)
  const rest = firstKnown < 0 ? [] : fresh.slice(firstKnown)
  return {
    removed: shown
      .filter(({ id }, index) => !freshIds.has(id) && (index <= lastKnown || firstKnown < 0))
      .map(({ id }) => id),
    changed: rest.filter(({ id, version }) => versions.has(id) && versions.get(id) !== version),
    newest,
    inserted: rest.flatMap((post, index) =>
      versions.has(post.id) ? [] : [{ post, after: rest[index - 1]?.id ?? null }],
    ),
  }
}

export function newPostsLabel(count: number): string {
  return plural(count, '{count} new post', '{count} new posts')
}
