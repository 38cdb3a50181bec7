import { mediaPath, SHARE_IMAGE } from '#features/media/rules/variant.ts'
import type { Site } from '#features/site/rules/public-settings.ts'
import { type ArticleCard, type ArticleDetail, lastChanged } from '#kernel/article.ts'
import { type Category, categoryName, categoryPath } from '#kernel/category.ts'
import { collectionPath } from '#kernel/collection-path.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { countWords } from '#kernel/text/reading-time.ts'

/** The image of link previews, then Google's recommended shapes. */
function imageUrls({ origin }: Site, articleId: string, imageKey: string): string[] {
  const shapes = (['16:9', '4:3', '1:1'] as const).map(
    (ratio) => ({ ratio, width: 1280, format: 'webp' }) as const,
  )
  return [SHARE_IMAGE, ...shapes].map((variant) => origin + mediaPath({ articleId, imageKey, ...variant }))
}

/** Search engines read lists of addresses; a credit needs an object for each. */
function describeImage(urls: string[], more: ArticleDetail['imageObject']) {
  return more ? urls.map((url) => ({ '@type': 'ImageObject', url, ...more })) : urls
}

/** A NewsArticle. */
export function newsArticleJsonLd(
  site: Site,
  article: Omit<ArticleDetail, 'related' | 'isBreaking' | 'byline'>,
) {
  const { origin } = site
  const { id, title, description, category, publishedAt, image, lang } = article
  const url = origin + article.path
  const publisher = article.publisher
    ? { '@type': 'NewsMediaOrganization', ...article.publisher }
    : publisherOf(site)
  return {
    '@type': 'NewsArticle',
    mainEntityOfPage: { '@type': 'WebPage', '@id': article.search?.canonical ?? url },
    url,
    headline: title,
    ...(description ? { description } : {}),
    ...(image && { image: describeImage(imageUrls(site, id, image.key), article.imageObject) }),
    datePublished: publishedAt,
    dateModified: lastChanged(article) ?? publishedAt,
    author: writersJsonLd(site, article) ?? publisher,
    publisher,
    articleSection: categoryName(category),
    inLanguage: lang ?? site.settings.locale,
    wordCount: countWords(article.body),
    isAccessibleForFree: true,
    ...(article.sponsoredBy && { sponsor: { '@type': 'Organization', name: article.sponsoredBy } }),
    correction: article.corrections,
    ...(article.topics && {
      about: article.topics.map(({ slug, name }) => ({
        '@type': 'Thing',
        name,
        url: origin + collectionPath({ kind: 'topic', slug }),
      })),
    }),
    ...describeRecordings(site, article),
  }
}

/** Describes the writers of the byline; undefined without any. */
function writersJsonLd({ origin }: Site, { author, people }: Pick<ArticleDetail, 'author' | 'people'>) {
  const writers = people?.filter(({ role }) => role === '')
  if (writers && writers.length > 0)
    return writers.map(({ slug, name }) => ({
      '@type': 'Person',
      name,
      ...(slug !== null && { url: origin + collectionPath({ kind: 'author', slug }) }),
    }))
  if (people || !author) return undefined
  return { '@type': 'Person', name: author, url: `${origin}/search?author=${encodeURIComponent(author)}` }
}

/** `VideoObject` and `AudioObject`: https://developers.google.com/search/docs/appearance/structured-data/video */
function describeRecordings(
  { origin }: Site,
  { recordings = [], title }: Pick<ArticleDetail, 'recordings' | 'title'>,
) {
  const listOf = (kind: 'audio' | 'video') =>
    recordings
      .filter((recording) => recording.kind === kind)
      .map(({ name, path, posterPath, type, seconds, uploadedAt }) => ({
        '@type': kind === 'audio' ? 'AudioObject' : 'VideoObject',
        name: name || title,
        contentUrl: origin + path,
        encodingFormat: type,
        uploadDate: uploadedAt,
        ...(posterPath && { thumbnailUrl: origin + posterPath }),
        // ISO 8601
        ...(seconds !== null && { duration: `PT${Math.max(1, Math.round(seconds))}S` }),
      }))
  const [audio, video] = [listOf('audio'), listOf('video')]
  return { ...(audio.length > 0 && { audio }), ...(video.length > 0 && { video }) }
}

/** The breadcrumbs of an article, or of a category without one. The last one is the page itself. */
export function breadcrumbJsonLd(
  { origin }: Site,
  category: Category,
  article?: Pick<ArticleDetail, 'path' | 'title'>,
) {
  const trail = [
    { name: phrase('Home'), path: '/' },
    { name: categoryName(category), path: categoryPath(category) },
    ...(article ? [{ name: article.title, path: article.path }] : []),
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

type Listed = Pick<ArticleCard, 'path' | 'title'>

/** The site and the articles of its home page. */
export function homeJsonLd(site: Site, articles: readonly Listed[]) {
  const { origin, settings } = site
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    url: `${origin}/`,
    name: settings.siteName,
    description: settings.siteDescription,
    inLanguage: settings.locale,
    publisher: publisherOf(site),
    mainEntity: itemList(site, articles),
  }
}

export function categoryJsonLd(site: Site, category: Category, articles: readonly Listed[]) {
  return listJsonLd(site, {
    url: site.origin + categoryPath(category),
    name: categoryName(category),
    articles,
  })
}

/** Describes a page that lists articles. */
export function listJsonLd(
  site: Site,
  { url, name, articles }: { url: string; name: string; articles: readonly Listed[] },
) {
  return {
    '@type': 'CollectionPage',
    url,
    name,
    inLanguage: site.settings.locale,
    isPartOf: { '@id': `${site.origin}/#website` },
    mainEntity: itemList(site, articles),
  }
}

function itemList(site: Site, articles: readonly Listed[]) {
  return {
    '@type': 'ItemList',
    itemListElement: articles.map(({ path, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: site.origin + path,
      name: title,
    })),
  }
}

function publisherOf({ origin, settings }: Site) {
  return {
    '@type': 'NewsMediaOrganization',
    name: settings.siteName,
    url: `${origin}/`,
    logo: { '@type': 'ImageObject', url: `${origin}/favicon.png` },
  }
}
