import { listJsonLd } from '#features/articles/rules/json-ld.ts'
import { uploadMediaPath } from '#features/media/rules/variant.ts'
import type { FeedSection } from '#features/site/rules/feed-links.ts'
import type { Page } from '#features/site/rules/page-head.ts'
import type { Site } from '#features/site/rules/public-settings.ts'
import type { ArticleCard } from '#kernel/article.ts'
import { collectionPath } from '#kernel/collection-path.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { descriptionOf } from '#kernel/text/text.ts'
import type { Collection } from '../server/collections.server.ts'

/** Returns the section that gives its feeds their addresses and titles. */
export function sectionOf(collection: Pick<Collection, 'kind' | 'slug' | 'name'>): FeedSection {
  return { path: collectionPath(collection), title: collection.name }
}

const SHARE_SIZE = { width: 1200, height: 630 }

/** Describes the page for its head. A page without articles is hidden from search engines. */
export function collectionHead(
  collection: Collection,
  { before, hasArticles }: { before?: string | undefined; hasArticles: boolean },
): Page {
  const { kind, name, text, image } = collection
  const query = before ? `?before=${encodeURIComponent(before)}` : ''
  return {
    path: collectionPath(collection) + query,
    title: name,
    description:
      descriptionOf(text) ||
      (kind === 'author' ? phrase('Articles by {name}', { name }) : phrase('Articles on {name}', { name })),
    feedsOf: sectionOf(collection),
    ...(image && {
      image: {
        path: uploadMediaPath({ ...image, ratio: '40:21', width: 1200, format: 'jpeg' }),
        ...SHARE_SIZE,
        alt: name,
      },
    }),
    isUnlisted: !hasArticles,
  }
}

/** Returns a ProfilePage with a Person, or a CollectionPage about a Thing (schema.org). */
export function collectionJsonLd(site: Site, collection: Collection, articles: readonly ArticleCard[]) {
  const { kind, name, text, links, image } = collection
  const url = site.origin + collectionPath(collection)
  const subject = {
    '@type': kind === 'author' ? 'Person' : 'Thing',
    name,
    url,
    ...(text && { description: descriptionOf(text) }),
    ...(image && {
      image: site.origin + uploadMediaPath({ ...image, ratio: '1:1', width: 640, format: 'webp' }),
    }),
    ...(links.length > 0 && { sameAs: links }),
  }
  const list = listJsonLd(site, { url, name, articles })
  return kind === 'author'
    ? { ...list, '@type': 'ProfilePage', mainEntity: subject, hasPart: list.mainEntity.itemListElement }
    : { ...list, about: subject }
}
