import { type FeedFormat, feedPath, feedTitle } from '#features/site/rules/feed-links.ts'
import type { Site } from '#features/site/rules/public-settings.ts'
import { lastChanged } from '#kernel/article.ts'
import { type Category, categoryPath } from '#kernel/category.ts'
import { collapseSpace } from '#kernel/text.ts'
import { xmlText } from './xml-text.ts'

/** An article as the database gives it to a feed; `summary` is plain text, `imagePath` a path on the site. */
export type FeedArticle = {
  id: string
  title: string
  summary: string
  author: string
  category: Category
  publishedAt: Date
  updatedAt: Date | null
  imagePath: string | null
}

/** An item of one of our own feeds. `id` stays the same wherever the site moves; texts are fit for XML. */
export type SiteFeedItem = Omit<FeedArticle, 'updatedAt' | 'imagePath'> & {
  url: string
  updatedAt: Date
  imageUrl: string | null
}

/** One of our own feeds, before it is written in a format. `url` is the page that it follows, `feedUrl` its own. */
export type SiteFeed = {
  title: string
  description: string
  siteName: string
  url: string
  feedUrl: string
  updatedAt: Date
  items: SiteFeedItem[]
}

/** The feed of the whole site, or of a category, as `format` has to say it. */
export function siteFeed(
  site: Site,
  {
    format,
    category,
    articles,
  }: { format: FeedFormat; category?: Category; articles: readonly FeedArticle[] },
): SiteFeed {
  const { origin, settings } = site
  const items = articles.map((article) => toItem(origin, article))
  return {
    title: line(feedTitle(site, category)),
    description: line(settings.siteDescription),
    siteName: line(settings.siteName),
    url: origin + (category ? categoryPath(category) : '/'),
    feedUrl: origin + feedPath(format, category),
    updatedAt: new Date(Math.max(0, ...items.map((item) => item.updatedAt.getTime()))),
    items,
  }
}

function toItem(origin: string, { imagePath, ...article }: FeedArticle): SiteFeedItem {
  const { id, title, summary, author, publishedAt } = article
  return {
    ...article,
    id: `urn:uuid:${id}`,
    url: `${origin}/article/${id}`,
    // Formats ask for a title, and a stored one may be all control characters.
    title: line(title) || 'Untitled',
    summary: line(summary),
    author: line(author),
    updatedAt: lastChanged(article) ?? publishedAt,
    imageUrl: imagePath && origin + imagePath,
  }
}

function line(text: string): string {
  return collapseSpace(xmlText(text))
}
