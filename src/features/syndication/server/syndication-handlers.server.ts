import { sectionOf } from '#features/collections/rules/collection.ts'
import {
  type CollectionKind,
  findCollection,
  listCollectionPages,
} from '#features/collections/server/collections.server.ts'
import { findFollowed } from '#features/collections/server/followed.server.ts'
import { MAX_FOLLOWED, parseKeys } from '#features/reading/rules/followed.ts'
import { type FeedFormat, feedType } from '#features/site/rules/feed-links.ts'
import { STATIC_PAGES } from '#features/site/rules/static-page.ts'
import {
  findAdsText,
  findContactEmail,
  findPublicSettings,
  hasFullTextFeeds,
} from '#features/site/server/public-settings.server.ts'
import { lastChanged } from '#kernel/article.ts'
import { type Category, categoryOfPath, categoryPath } from '#kernel/category.ts'
import { listCategories } from '#kernel/category-lists.ts'
import { collectionPath } from '#kernel/collection-path.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { preventCaching } from '#platform/http/render-context.server.ts'
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
  listFeedArticlesOf,
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
  return feedResponse(
    buildSiteFeed({ origin: siteOrigin(), settings }, { format, section, articles }),
    format,
  )
}

/** Writes the feed of a person or topic; 404 if none has this slug. */
export async function handleCollectionFeed(
  format: FeedFormat,
  kind: CollectionKind,
  slug: string,
): Promise<Response> {
  const found = await findCollection(db(), kind, slug)
  if (!found) return new Response('Feed not found.\n', { status: 404 })
  const [settings, articles] = await Promise.all([
    findPublicSettings(db()),
    listFeedArticlesOf(db(), [found]),
  ])
  const site = { origin: siteOrigin(), settings }
  return feedResponse(buildSiteFeed(site, { format, section: sectionOf(found), articles }), format)
}

/**
 * Writes the feed of what a reader follows, such as `?topics=climate&authors=ada`; 400 for invalid or too many keys. Not
 * cached, since each reader has another address.
 */
export async function handleFollowingFeed(request: Request): Promise<Response> {
  preventCaching()
  const keys = parseKeys(new URL(request.url).searchParams)
  if (!keys)
    return new Response(`Specify 1 to ${MAX_FOLLOWED} topics, authors or sections.\n`, { status: 400 })
  const known = await findFollowed(db(), keys)
  const [settings, articles] = await Promise.all([
    findPublicSettings(db()),
    known.length > 0
      ? listFeedArticlesOf(
          db(),
          known.map(({ source }) => source),
        )
      : [],
  ])
  const section = { path: '/following', title: phrase('Following') }
  const response = feedResponse(
    buildSiteFeed({ origin: siteOrigin(), settings }, { format: 'rss', section, articles }),
    'rss',
  )
  response.headers.set('x-robots-tag', 'noindex')
  return response
}

function feedResponse(feed: SiteFeed, format: FeedFormat): Response {
  const headers: HeadersInit = { 'content-type': `${feedType(format)}; charset=utf-8` }
  if (feed.items.length > 0) headers['last-modified'] = feed.updatedAt.toUTCString()
  return new Response(WRITERS[format](feed), { headers })
}

async function listArticles(category?: Category): Promise<FeedArticle[]> {
  return (await hasFullTextFeeds(db()))
    ? listFullTextArticles(db(), category)
    : listFeedArticles(db(), category)
}

function parseSection(segment: string): Category | 'Corrections' | undefined {
  return segment.toLowerCase() === 'corrections' ? 'Corrections' : categoryOfPath(segment)
}

/** `/sitemap.xml`, newest month first */
export async function handleSitemapIndex(): Promise<Response> {
  const [months, authors, topics] = await Promise.all([
    listSitemapMonths(db()),
    listCollectionPages(db(), 'author', 1),
    listCollectionPages(db(), 'topic', 1),
  ])
  const names: SitemapName[] = months.flatMap(({ month, parts }) =>
    Array.from({ length: parts }, (_, index) => ({ kind: 'month', month, part: index + 1 }) as const),
  )
  const pages: SitemapName[] = [
    { kind: 'pages' },
    ...(authors.length > 0 ? [{ kind: 'authors' } as const] : []),
    ...(topics.length > 0 ? [{ kind: 'topics' } as const] : []),
  ]
  const files = [...pages, ...names].map(formatSitemapName)
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
      ...listCategories().map(categoryPath),
      '/corrections',
      ...Object.values(STATIC_PAGES).map(({ path }) => path),
    ].map((path) => ({ url: origin + path }))
  if (name.kind !== 'month') {
    const kind = name.kind === 'authors' ? 'author' : 'topic'
    const pages = await listCollectionPages(db(), kind)
    return pages.map(({ slug, newestAt }) => ({
      url: origin + collectionPath({ kind, slug }),
      changedAt: newestAt,
    }))
  }
  const articles = await listSitemapArticles(db(), name)
  return articles.map((article) => ({
    url: origin + article.path,
    changedAt: lastChanged(article) ?? article.publishedAt,
  }))
}

/** `/news-sitemap.xml` */
export async function handleNewsSitemap(now: Date): Promise<Response> {
  const [settings, articles] = await Promise.all([findPublicSettings(db()), listRecentNews(db(), now)])
  const entries = articles.map(({ path, ...article }) => ({ url: siteOrigin() + path, ...article }))
  return xmlResponse(writeNewsSitemap(settings.siteName, entries))
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

/**
 * `/ads.txt`; 404 without a text in the settings, since an empty file would say that nobody may sell advertising space (IAB Tech
 * Lab, ads.txt 1.1).
 */
export async function handleAdsText(): Promise<Response> {
  const text = await findAdsText(db())
  if (!text) return new Response('This site has no ads.txt.\n', { status: 404 })
  return textResponse(`${text}\n`)
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
