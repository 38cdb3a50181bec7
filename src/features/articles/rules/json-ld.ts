import { mediaPath, SHARE_IMAGE } from '#features/media/rules/variant.ts'
import type { Site } from '#features/site/rules/public-settings.ts'
import { type ArticleCard, type ArticleDetail, lastChanged } from '#kernel/article.ts'
import { type Category, categoryPath } from '#kernel/category.ts'
import { countWords } from '#kernel/reading-time.ts'

/** Returns JSON for a script element. */
export function writeJsonLd(data: object): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
}

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
export function newsArticleJsonLd(site: Site, article: Omit<ArticleDetail, 'related' | 'isBreaking'>) {
  const { origin } = site
  const { id, title, description, author, category, publishedAt, image, lang } = article
  const url = articleUrl(site, id)
  const publisher = article.publisher
    ? { '@type': 'NewsMediaOrganization', ...article.publisher }
    : publisherOf(site)
  return {
    '@type': 'NewsArticle',
    mainEntityOfPage: { '@type': 'WebPage', '@id': url },
    url,
    headline: title,
    ...(description ? { description } : {}),
    ...(image && { image: describeImage(imageUrls(site, id, image.key), article.imageObject) }),
    datePublished: publishedAt,
    dateModified: lastChanged(article) ?? publishedAt,
    author: author
      ? { '@type': 'Person', name: author, url: `${origin}/search?author=${encodeURIComponent(author)}` }
      : publisher,
    publisher,
    articleSection: category,
    inLanguage: lang ?? LANGUAGE,
    wordCount: countWords(article.body),
    isAccessibleForFree: true,
    correction: article.corrections,
    ...describeRecordings(site, article),
  }
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

const LANGUAGE = 'en-GB'

/** The breadcrumbs of an article, or of a category without one. The last one is the page itself. */
export function breadcrumbJsonLd(
  { origin }: Site,
  category: Category,
  article?: Pick<ArticleDetail, 'id' | 'title'>,
) {
  const trail = [
    { name: 'Home', path: '/' },
    { name: category, path: categoryPath(category) },
    ...(article ? [{ name: article.title, path: `/article/${article.id}` }] : []),
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

type Listed = Pick<ArticleCard, 'id' | 'title'>

/** The site and the articles of its home page. */
export function homeJsonLd(site: Site, articles: readonly Listed[]) {
  const { origin, settings } = site
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    url: `${origin}/`,
    name: settings.siteName,
    description: settings.siteDescription,
    inLanguage: LANGUAGE,
    publisher: publisherOf(site),
    mainEntity: itemList(site, articles),
  }
}

export function categoryJsonLd(site: Site, category: Category, articles: readonly Listed[]) {
  return {
    '@type': 'CollectionPage',
    url: site.origin + categoryPath(category),
    name: category,
    inLanguage: LANGUAGE,
    isPartOf: { '@id': `${site.origin}/#website` },
    mainEntity: itemList(site, articles),
  }
}

function itemList(site: Site, articles: readonly Listed[]) {
  return {
    '@type': 'ItemList',
    itemListElement: articles.map(({ id, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: articleUrl(site, id),
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

function articleUrl({ origin }: Site, id: string): string {
  return `${origin}/article/${id}`
}
