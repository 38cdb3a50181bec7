import { uploadNameOf } from '#features/media/rules/variant.ts'
import { categorySlug } from '#kernel/category-lists.ts'
import {
  type ExportedArticle,
  type ExportedPerson,
  type ExportedTerms,
  type ExportedTopic,
  replacePaths,
} from './exported-article.ts'

/** Ghost replaces it by the address of the importing site. */
const GHOST_URL = '__GHOST_URL__'
/** Folders in the zip file, and paths on the site. */
const GHOST_IMAGES = 'content/images'
const GHOST_FILES = 'content/files'

/** The limits of Ghost's columns, in characters (ghost/core/core/server/data/schema/schema.js). */
const LIMITS = {
  title: 255,
  slug: 191,
  excerpt: 300,
  meta: 300,
  description: 500,
  bio: 250,
  alt: 191,
  name: 191,
  locale: 6,
}

/** Returns the path of a file of the library in Ghost, whose image storage does not accept AVIF. */
export function ghostPath({ name, mime }: { name: string; mime: string }): string {
  const isImage = mime.startsWith('image/') && mime !== 'image/avif'
  return `${isImage ? GHOST_IMAGES : GHOST_FILES}/${name}`
}

/** Returns the row of an article in the table `posts` of Ghost 5 and 6, with its columns of `posts_meta` (https://docs.ghost.org/migration/custom). */
export function toGhostPost(
  { path, ...article }: ExportedArticle,
  { origin, typeOf }: { origin: string; typeOf(name: string): string | undefined },
) {
  const address = (path: string) => {
    const name = uploadNameOf(path)
    const mime = name === undefined ? undefined : typeOf(name)
    return name !== undefined && mime !== undefined
      ? `${GHOST_URL}/${ghostPath({ name, mime })}`
      : origin + path
  }
  const { image } = article
  return {
    id: toGhostId(article.id),
    uuid: article.id,
    title: article.title.slice(0, LIMITS.title),
    // Two articles may have the same slug.
    slug: `${article.slug.slice(0, LIMITS.slug - 9)}-${article.id.slice(0, 8)}`,
    lexical: JSON.stringify(toLexical(replacePaths(article.html, address))),
    custom_excerpt: article.summary.slice(0, LIMITS.excerpt) || null,
    feature_image: image && (image.url.startsWith('/') ? address(image.url) : image.url),
    featured: 0,
    type: 'post',
    status: 'published',
    visibility: 'public',
    created_at: article.publishedAt,
    published_at: article.publishedAt,
    updated_at: article.updatedAt ?? article.publishedAt,
    locale: article.language && article.language.length <= LIMITS.locale ? article.language : null,
    canonical_url: article.canonicalUrl,
    meta_title: article.searchTitle?.slice(0, LIMITS.meta) ?? null,
    meta_description: article.searchDescription?.slice(0, LIMITS.description) ?? null,
    og_title: article.socialTitle?.slice(0, LIMITS.meta) ?? null,
    feature_image_alt: image?.alt?.slice(0, LIMITS.alt) || null,
    feature_image_caption: [image?.caption, image?.credit].filter(Boolean).join(' ') || null,
  }
}

/** The slugs of the tags of an article. Its category is the primary tag. */
export function ghostTags({ category, topics }: ExportedTerms): string[] {
  return [categorySlug(category), ...topics.map(({ slug }) => ghostTopic(slug))]
}

/** A topic may have the slug of a category. */
export function ghostTopic(slug: string): string {
  return `topic-${slug}`
}

/** Returns a document with the text in one HTML card, which keeps it unchanged. */
function toLexical(html: string) {
  return {
    root: {
      children: [{ type: 'html', version: 1, html }],
      direction: null,
      format: '',
      indent: 0,
      type: 'root',
      version: 1,
    },
  }
}

export function toGhostUser(
  id: string,
  person: Pick<ExportedPerson, 'slug' | 'name'> & { biography?: string },
) {
  return {
    id,
    name: person.name.slice(0, LIMITS.name),
    slug: person.slug.slice(0, LIMITS.slug),
    // Ghost requires an address, but does not use it until the person is invited.
    email: `${encodeURIComponent(person.slug).replaceAll('%', '').slice(0, 60)}-${id.slice(0, 8)}@example.invalid`,
    bio: person.biography?.slice(0, LIMITS.bio) || null,
    roles: ['Contributor'],
  }
}

export function toGhostTag(
  id: string,
  { slug, name, description }: Pick<ExportedTopic, 'slug' | 'name' | 'description'>,
) {
  return {
    id,
    name: name.slice(0, LIMITS.name),
    slug: slug.slice(0, LIMITS.slug),
    description: description.slice(0, LIMITS.description) || null,
    visibility: 'public',
  }
}

/** Ids of Ghost have 24 hexadecimal digits. */
export function toGhostId(uuid: string): string {
  return uuid.replaceAll('-', '').slice(0, 24)
}
