import { heightOf, mediaPath, SHARE_IMAGE } from '#features/media/rules/variant.ts'
import { pageHead } from '#features/site/rules/page-head.ts'
import type { Site } from '#features/site/rules/public-settings.ts'
import { type ArticleDetail, lastChanged } from '#kernel/article.ts'
import { categoryPath } from '#kernel/category.ts'

export function articleHead(site: Site, article: ArticleDetail) {
  const { id, title, description, category } = article
  const path = `/article/${id}`
  const image = shareImage(article)
  const head = pageHead(site, { path, title, description, image, article })
  const breadcrumbs = [
    { name: 'Home', path: '/' },
    { name: category, path: categoryPath(category) },
    { name: title, path },
  ]
  return {
    ...head,
    meta: [
      ...head.meta,
      { 'script:ld+json': newsArticleJsonLd(site, { path, article, imagePath: image?.path }) },
      { 'script:ld+json': breadcrumbJsonLd(site, breadcrumbs) },
    ],
  }
}

function shareImage({ id, image }: ArticleDetail) {
  if (!image) return undefined
  const { ratio, width } = SHARE_IMAGE
  const path = mediaPath({ articleId: id, imageKey: image.key, ...SHARE_IMAGE })
  return { path, width, height: heightOf(ratio, width) }
}

type ArticlePage = {
  path: string
  article: Pick<
    ArticleDetail,
    'title' | 'description' | 'author' | 'category' | 'publishedAt' | 'updatedAt' | 'corrections'
  >
  imagePath?: string
}

type Crumb = { name: string; path: string }

/** A schema.org NewsArticle for `{ 'script:ld+json': … }`, which the router escapes. */
export function newsArticleJsonLd({ origin, settings }: Site, { path, article, imagePath }: ArticlePage) {
  const { title, description, author, category, publishedAt } = article
  const publisher = {
    '@type': 'NewsMediaOrganization',
    name: settings.siteName,
    url: `${origin}/`,
    logo: { '@type': 'ImageObject', url: `${origin}/favicon.png` },
  }
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    mainEntityOfPage: { '@type': 'WebPage', '@id': origin + path },
    url: origin + path,
    headline: title,
    ...(description ? { description } : {}),
    ...(imagePath ? { image: [origin + imagePath] } : {}),
    datePublished: publishedAt,
    dateModified: lastChanged(article) ?? publishedAt,
    author: author ? { '@type': 'Person', name: author } : publisher,
    publisher,
    articleSection: category,
    isAccessibleForFree: true,
    correction: article.corrections,
  }
}

/** The last crumb is the page itself. */
export function breadcrumbJsonLd({ origin }: Site, trail: readonly Crumb[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}
