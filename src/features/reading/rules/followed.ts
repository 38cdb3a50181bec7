import { categoryPath, GENERAL_CATEGORY, parseCategory } from '#kernel/category.ts'
import { collectionPath } from '#kernel/collection-path.ts'
import { isSlug } from '#kernel/slug.ts'
import { parseEntries } from './bookmark-entries.ts'

const FOLLOWED_KINDS = ['topic', 'author', 'section'] as const
type FollowedKind = (typeof FOLLOWED_KINDS)[number]

/** `slug` is the last part of the address; for a section, its key or a slug, in lower case. */
export type FollowedKey = { kind: FollowedKind; slug: string }
/** Kept on the device. The name is shown until the server knows a newer one. */
export type Followed = FollowedKey & { name: string }

/** Limits the cost of a list: each entry is one search of an index. */
export const MAX_FOLLOWED = 50
const MAX_NAME_LENGTH = 200

export function isFollowedKey(value: unknown): value is FollowedKey {
  const { kind, slug } = (value ?? {}) as Partial<Record<keyof FollowedKey, unknown>>
  if (!FOLLOWED_KINDS.some((known) => known === kind) || typeof slug !== 'string') return false
  return kind === 'section' ? parseCategory(slug) !== undefined && slug === slug.toLowerCase() : isSlug(slug)
}

/** Skips invalid and repeated entries, and those beyond the limit. */
export function parseFollowed(stored: string): Followed[] {
  const entries = new Map<string, Followed>()
  for (const value of parseEntries(stored)) {
    const name = value?.name
    if (!isFollowedKey(value) || typeof name !== 'string' || !name || entries.size >= MAX_FOLLOWED) continue
    entries.set(keyText(value), { kind: value.kind, slug: value.slug, name: name.slice(0, MAX_NAME_LENGTH) })
  }
  return [...entries.values()]
}

function keyText({ kind, slug }: FollowedKey): string {
  return `${kind}:${slug}`
}

export function isSameKey(one: FollowedKey, other: FollowedKey): boolean {
  return keyText(one) === keyText(other)
}

/** Sorts keys in a fixed order, so that equal lists have equal addresses. */
export function sortKeys(keys: readonly FollowedKey[]): FollowedKey[] {
  return keys.map(({ kind, slug }) => ({ kind, slug })).sort((a, b) => (keyText(a) < keyText(b) ? -1 : 1))
}

const PARAMETERS: Record<FollowedKind, string> = { topic: 'topics', author: 'authors', section: 'sections' }

/** Writes a query such as `topics=a,b&authors=c`; empty without keys. */
export function formatKeys(keys: readonly FollowedKey[]): string {
  return FOLLOWED_KINDS.flatMap((kind) => {
    const slugs = sortKeys(keys).filter((key) => key.kind === kind)
    return slugs.length > 0
      ? [`${PARAMETERS[kind]}=${slugs.map(({ slug }) => encodeURIComponent(slug)).join(',')}`]
      : []
  }).join('&')
}

/** Reads {@link formatKeys}. Undefined if a key is invalid, or if there are none or too many. */
export function parseKeys(parameters: URLSearchParams): FollowedKey[] | undefined {
  const keys = FOLLOWED_KINDS.flatMap((kind) =>
    parameters
      .getAll(PARAMETERS[kind])
      .flatMap((list) => list.split(',', MAX_FOLLOWED + 1))
      .map((slug) => ({ kind, slug: slug.trim().toLowerCase().normalize() })),
  )
  const unique = [...new Map(keys.map((key) => [keyText(key), key])).values()]
  const isValid = unique.length > 0 && unique.length <= MAX_FOLLOWED && unique.every(isFollowedKey)
  return isValid ? sortKeys(unique) : undefined
}

export function followedPath({ kind, slug }: FollowedKey): string {
  if (kind === 'section') return categoryPath(parseCategory(slug) ?? GENERAL_CATEGORY)
  return collectionPath({ kind, slug })
}
