import { type ArticleDetail, lastChanged } from '#kernel/article.ts'
import { categoryName } from '#kernel/category.ts'
import { type FeedLink, type FeedSection, feedLinks } from './feed-links.ts'
import type { Site } from './public-settings.ts'

export type Page = {
  path: string
  /** Without the site's name; undefined on the home page. */
  title?: string
  /** Plain text, at most 300 characters. Defaults to the site's description. */
  description?: string
  /** For link previews; size in pixels. */
  image?: { path: string; width: number; height: number; alt?: string }
  feedsOf?: 'site' | FeedSection
  isUnlisted?: boolean
  /** For link previews, instead of the title. */
  socialTitle?: string
  /** An https URL of the same text on another site. */
  canonical?: string
  article?: Pick<ArticleDetail, 'publishedAt' | 'updatedAt' | 'author' | 'category'>
}

type Meta = { title: string } | { name: string; content: string } | { property: string; content: string }
type Head = { meta: Meta[]; links: ({ rel: 'canonical'; href: string } | FeedLink)[] }

/** Spec §9, social metadata. */
const DEFAULT_IMAGE = { path: '/social-share-default.jpg', width: 1200, height: 630 }

export function pageHead(site: Site, page: Page): Head {
  const { origin, settings } = site
  const { siteName, siteDescription } = settings
  const title = page.title ?? siteName
  const description = page.description || siteDescription
  const url = origin + page.path
  const socialTitle = page.socialTitle ?? title
  const image: NonNullable<Page['image']> = page.image ?? DEFAULT_IMAGE
  return {
    meta: [
      { title: page.title ? `${page.title} | ${siteName}` : `${siteName} | ${settings.tagline}` },
      { name: 'description', content: description },
      { name: 'robots', content: page.isUnlisted ? 'noindex, follow' : 'index, follow' },
      { property: 'og:type', content: page.article ? 'article' : 'website' },
      { property: 'og:site_name', content: siteName },
      { property: 'og:locale', content: settings.locale.replace('-', '_') },
      { property: 'og:title', content: socialTitle },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'og:image', content: origin + image.path },
      { property: 'og:image:type', content: 'image/jpeg' },
      { property: 'og:image:alt', content: image.alt ?? title },
      { property: 'og:image:width', content: String(image.width) },
      { property: 'og:image:height', content: String(image.height) },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:title', content: socialTitle },
      { name: 'twitter:description', content: description },
      { name: 'twitter:image', content: origin + image.path },
      ...(page.article ? articleMeta(page.article) : []),
    ],
    links: [
      { rel: 'canonical', href: page.canonical ?? url },
      ...(page.feedsOf ? feedLinksOf(site, page.feedsOf) : []),
    ],
  }
}

export function noPageHead(title: string): Head {
  return { meta: [{ title }, { name: 'robots', content: 'noindex' }], links: [] }
}

function feedLinksOf(site: Site, feeds: 'site' | FeedSection): FeedLink[] {
  return feedLinks(site, feeds === 'site' ? undefined : feeds)
}

function articleMeta(article: NonNullable<Page['article']>): Meta[] {
  const { publishedAt, author, category } = article
  const changedAt = lastChanged(article)
  const meta: Meta[] = [
    { property: 'article:published_time', content: publishedAt },
    { property: 'article:section', content: categoryName(category) },
  ]
  if (changedAt) meta.push({ property: 'article:modified_time', content: changedAt })
  if (author) meta.push({ property: 'article:author', content: author })
  return meta
}
