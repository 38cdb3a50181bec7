import { type FeedFormat, type FeedSection, feedType } from '#features/site/rules/feed-links.ts'
import { STATIC_PAGES } from '#features/site/rules/static-page.ts'
import {
  findContactEmail,
  findPublicSettings,
  hasFullTextFeeds,
} from '#features/site/server/public-settings.server.ts'
import { lastChanged } from '#kernel/article.ts'
import { CATEGORIES, type Category, categoryPath, parseCategory } from '#kernel/category.ts'
import { db } from '#platform/database/db.server.ts'
import { env } from '#platform/process/env.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { buildSiteFeed, type FeedArticle, type SiteFeed } from '../rules/site-feed.ts'
import { emailUri, writeLlmsText, writeRobotsText, writeSecurityText } from '../rules/write-crawler-texts.ts'
import { writeAtom, writeJsonFeed, writeRss } from '../rules/write-feeds.ts'
import {
  formatSitemapName,
  parseSitemapName,
  type SitemapEntry,
  type SitemapName,
  writeNewsSitemap,
  writeSitemap,
  writeSitemapIndex,
} from '../rules/write-sitemap.ts'
import {
  listFeedArticles,
  listFeedCorrections,
  listFullTextArticles,
  listRecentNews,
  listSitemapArticles,
  listSitemapMonths,
} from './syndication.server.ts'

const WRITERS: Record<FeedFormat, (feed: SiteFeed) => string> = {
  rss: writeRss,
  atom: writeAtom,
  json: writeJsonFeed,
}

/**
 * 404 for unknown sections.
 *
 * @param segment in any letter case
 */
export async function handleFeed(format: FeedFormat, segment?: string): Promise<Response> {
  const section = segment === undefined ? undefined : parseSection(segment)
  if (segment !== undefined && !section) return new Response('Category not found.\n', { status: 404 })
  const [settings, articles] = await Promise.all([
    findPublicSettings(db()),
    section === 'Corrections' ? listFeedCorrections(db()) : listArticles(section),
  ])
  const feed = buildSiteFeed({ origin: siteOrigin(), settings }, { format, section, articles })
  const headers: HeadersInit = { 'content-type': `${feedType(format)}; charset=utf-8` }
  if (feed.items.length > 0) headers['last-modified'] = feed.updatedAt.toUTCString()
  return new Response(WRITERS[format](feed), { headers })
}

async function listArticles(category?: Category): Promise<FeedArticle[]> {
  return (await hasFullTextFeeds(db()))
    ? listFullTextArticles(db(), category)
    : listFeedArticles(db(), category)
}

function parseSection(segment: string): FeedSection | undefined {
  return segment.toLowerCase() === 'corrections' ? 'Corrections' : parseCategory(segment)
}

/** `/sitemap.xml`, newest month first */
export async function handleSitemapIndex(): Promise<Response> {
  const months = await listSitemapMonths(db())
  const names: SitemapName[] = months.flatMap(({ month, parts }) =>
    Array.from({ length: parts }, (_, index) => ({ kind: 'month', month, part: index + 1 }) as const),
  )
  const files = [{ kind: 'pages' } as const, ...names].map(formatSitemapName)
  return xmlResponse(writeSitemapIndex(files.map((file) => `${siteOrigin()}/sitemaps/${file}.xml`)))
}

/** `/sitemaps/{name}.xml`; 404 if not in the index. */
export async function handleSitemap(text: string): Promise<Response> {
  const name = parseSitemapName(text)
  const entries = name ? await listEntries(name) : []
  if (entries.length === 0) return new Response('Sitemap not found.\n', { status: 404 })
  return xmlResponse(writeSitemap(entries))
}

async function listEntries(name: SitemapName): Promise<SitemapEntry[]> {
  const origin = siteOrigin()
  if (name.kind === 'pages')
    return [
      '/',
      ...CATEGORIES.map(categoryPath),
      '/corrections',
      ...Object.values(STATIC_PAGES).map(({ path }) => path),
    ].map((path) => ({ url: origin + path }))
  const articles = await listSitemapArticles(db(), name)
  return articles.map((article) => ({
    url: articleUrl(article.id),
    changedAt: lastChanged(article) ?? article.publishedAt,
  }))
}

/** `/news-sitemap.xml` */
export async function handleNewsSitemap(now: Date): Promise<Response> {
  const [settings, articles] = await Promise.all([findPublicSettings(db()), listRecentNews(db(), now)])
  const entries = articles.map(({ id, ...article }) => ({ url: articleUrl(id), ...article }))
  return xmlResponse(writeNewsSitemap(settings.siteName, entries))
}

function articleUrl(id: string): string {
  return `${siteOrigin()}/article/${id}`
}

function xmlResponse(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}

export function handleRobots(): Response {
  return textResponse(writeRobotsText(siteOrigin()))
}

export async function handleLlms(): Promise<Response> {
  return textResponse(writeLlmsText({ origin: siteOrigin(), settings: await findPublicSettings(db()) }))
}

function textResponse(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/**
 * 404 without a security contact or a valid contact email in the settings.
 *
 * @param configured a URI
 */
export async function handleSecurityText(now: Date, configured = env().SECURITY_CONTACT): Promise<Response> {
  const contact = configured ?? emailUri(await findContactEmail(db()))
  if (!contact) return new Response('No security contact is known.\n', { status: 404 })
  return textResponse(writeSecurityText({ origin: siteOrigin(), contact }, now))
}
