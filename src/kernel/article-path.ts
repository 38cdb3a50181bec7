import { toSlug } from './slug.ts'

/** The permanent address, which redirects to the one with words (newsroom §6). */
export function permanentArticlePath(id: string): string {
  return `/article/${id}`
}

/**
 * The address of an article: `/article/{id}/{slug}`, encoded. The words follow the headline, so that a name which had to leave
 * the headline leaves the address too, unless an editor has chosen others (`slug`).
 */
export function articlePath({ id, title, slug }: { id: string; title: string; slug: string | null }): string {
  const words = toSlug(slug ?? '') || toSlug(title) || 'story'
  return `${permanentArticlePath(id)}/${encodeURIComponent(words)}`
}
