import { inArray } from 'drizzle-orm'
import { type Followed, type FollowedKey, isSameKey } from '#features/reading/rules/followed.ts'
import type { ArticleList } from '#kernel/article.ts'
import { categoryName, parseCategory } from '#kernel/category.ts'
import { decodePath } from '#kernel/paths.ts'
import type { Db } from '#platform/database/db.server.ts'
import { authors } from '#schema/authors.ts'
import { redirects } from '#schema/redirects.ts'
import { topics } from '#schema/topics.ts'
import { listArticlesOf, type Source } from './collections.server.ts'

type Known = { key: FollowedKey; followed: Followed; source: Source }

/**
 * Finds the people, topics and sections of keys. The key of a renamed or merged page finds the new one. Skips unknown keys.
 *
 * @param keys at most MAX_FOLLOWED
 */
export async function findFollowed(db: Db, keys: readonly FollowedKey[]): Promise<Known[]> {
  const known = await findKnown(db, keys)
  const isKnown = (key: FollowedKey) => known.some((found) => isSameKey(found.key, key))
  const renamed = await findRenamed(
    db,
    keys.filter((key) => !isKnown(key)),
  )
  const targets = await findKnown(
    db,
    renamed.map(({ target }) => target),
  )
  return keys.flatMap((key) => {
    const found = known.find((entry) => isSameKey(entry.key, key))
    const target = renamed.find((entry) => isSameKey(entry.key, key))?.target
    return found ?? (target && targets.find((entry) => isSameKey(entry.key, target))) ?? []
  })
}

async function findKnown(db: Db, keys: readonly FollowedKey[]): Promise<Known[]> {
  const slugsOf = (kind: FollowedKey['kind']) => keys.flatMap((key) => (key.kind === kind ? [key.slug] : []))
  const [authorSlugs, topicSlugs] = [slugsOf('author'), slugsOf('topic')]
  const [people, subjects] = await Promise.all([
    authorSlugs.length > 0
      ? db
          .select({ id: authors.id, slug: authors.slug, name: authors.name })
          .from(authors)
          .where(inArray(authors.slug, authorSlugs))
      : [],
    topicSlugs.length > 0
      ? db
          .select({ id: topics.id, slug: topics.slug, name: topics.name })
          .from(topics)
          .where(inArray(topics.slug, topicSlugs))
      : [],
  ])
  const toKnown =
    (kind: 'author' | 'topic') =>
    ({ id, slug, name }: { id: string; slug: string; name: string }): Known => ({
      key: { kind, slug },
      followed: { kind, slug, name },
      source: { kind, id },
    })
  const sections = keys.flatMap((key): Known[] => {
    const category = key.kind === 'section' ? parseCategory(key.slug) : undefined
    return category
      ? [{ key, followed: { ...key, name: categoryName(category) }, source: { kind: 'section', category } }]
      : []
  })
  return [...people.map(toKnown('author')), ...subjects.map(toKnown('topic')), ...sections]
}

async function findRenamed(
  db: Db,
  keys: readonly FollowedKey[],
): Promise<{ key: FollowedKey; target: FollowedKey }[]> {
  if (keys.length === 0) return []
  const pathOf = ({ kind, slug }: FollowedKey) => `/${kind}/${slug}`
  const rows = await db
    .select({ from: redirects.fromPath, target: redirects.target })
    .from(redirects)
    .where(inArray(redirects.fromPath, keys.map(pathOf)))
  return rows.flatMap(({ from, target }) => {
    const key = keys.find((candidate) => pathOf(candidate) === from)
    const [, kind, slug] = decodePath(target ?? '').split('/')
    return key && kind === key.kind && slug ? [{ key, target: { kind: key.kind, slug } }] : []
  })
}

/** `followed` has the current names and addresses. */
type FollowedPage = { followed: Followed[]; list: ArticleList }

export async function listFollowed(
  db: Db,
  { keys, before }: { keys: readonly FollowedKey[]; before?: string | undefined },
): Promise<FollowedPage> {
  const known = await findFollowed(db, keys)
  const sources = [...new Map(known.map(({ source }) => [JSON.stringify(source), source])).values()]
  const list: ArticleList =
    sources.length > 0 ? await listArticlesOf(db, sources, before) : { articles: [], next: null }
  return { followed: known.map(({ followed }) => followed), list }
}
