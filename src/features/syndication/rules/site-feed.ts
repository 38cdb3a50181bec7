import {
  type FeedFormat,
  type FeedSection,
  feedPath,
  feedTitle,
  sectionPath,
} from '#features/site/rules/feed-links.ts'
import type { Site } from '#features/site/rules/public-settings.ts'
import { lastChanged } from '#kernel/article.ts'
import { type Category, categoryName } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { collapseSpace, escapeHtml } from '#kernel/text/text.ts'
import { cleanXmlText } from '#kernel/text/xml-text.ts'

/** An article or a correction. `summary` is plain text, `html` the sanitised text if feeds contain it. */
export type FeedArticle = {
  id: string
  path: string
  title: string
  summary: string
  author: string
  category: Category
  publishedAt: Date
  updatedAt: Date | null
  imagePath: string | null
  imageAlt: string | null
  /** BCP 47; null for the language of the feed. */
  language: string | null
  html?: string
}

/** `id` is independent of the origin; texts are valid XML. */
export type SiteFeedItem = Omit<FeedArticle, 'path' | 'updatedAt' | 'imagePath'> & {
  url: string
  updatedAt: Date
  imageUrl: string | null
}

/** `url` is the page with the same articles. */
export type SiteFeed = {
  title: string
  description: string
  siteName: string
  url: string
  feedUrl: string
  updatedAt: Date
  /** The icon, square. */
  iconUrl: string
  items: SiteFeedItem[]
}

export function buildSiteFeed(
  site: Site,
  {
    format,
    section,
    articles,
  }: { format: FeedFormat; section?: FeedSection; articles: readonly FeedArticle[] },
): SiteFeed {
  const { origin, settings } = site
  const items = articles.map((article) => toItem(origin, article))
  return {
    title: toLine(feedTitle(site, section)),
    description: toLine(settings.siteDescription),
    siteName: toLine(settings.siteName),
    url: origin + (section ? sectionPath(section) : '/'),
    feedUrl: origin + feedPath(format, section),
    updatedAt: new Date(Math.max(0, ...items.map((item) => item.updatedAt.getTime()))),
    iconUrl: `${origin}/icon-192.png`,
    items,
  }
}

function toItem(origin: string, { path, imagePath, imageAlt, html, ...article }: FeedArticle): SiteFeedItem {
  const { id, title, summary, author, publishedAt } = article
  return {
    ...article,
    id: `urn:uuid:${id}`,
    url: origin + path,
    // Required, but a stored title may consist of control characters.
    title: toLine(title) || phrase('Untitled'),
    category: toLine(categoryName(article.category)),
    summary: toLine(summary),
    author: toLine(author),
    updatedAt: lastChanged(article) ?? publishedAt,
    imageUrl: imagePath && origin + imagePath,
    imageAlt: imageAlt && toLine(imageAlt),
    ...(html && { html: completeHtml(cleanXmlText(html), origin + path) }),
  }
}

function toLine(text: string): string {
  return collapseSpace(cleanXmlText(text))
}

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i

/**
 * Makes sanitised HTML independent of its page: addresses become absolute, and classes are removed.
 *
 * @param html as the sanitiser writes it, with quoted attributes and without `<` in texts
 */
function completeHtml(html: string, pageUrl: string): string {
  return html.replace(/<[a-z][^<>]*>/g, (tag) =>
    tag
      .replace(/ class="[^"]*"/, '')
      .replace(/ (href|src|poster)="([^"]*)"/g, (attribute, name: string, address: string) => {
        if (HAS_SCHEME.test(address)) return attribute
        const url = URL.parse(address.replaceAll('&amp;', '&'), pageUrl)
        return url ? ` ${name}="${escapeHtml(url.href)}"` : ''
      }),
  )
}
