import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { lastChanged } from '#kernel/article.ts'
import { CATEGORIES, categoryPath } from '#kernel/category.ts'
import { db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import {
  formatSitemapName,
  parseSitemapName,
  type SitemapEntry,
  type SitemapName,
  writeNewsSitemap,
  writeSitemap,
  writeSitemapIndex,
} from '../rules/write-sitemap.ts'
import { listRecentNews, listSitemapArticles, listSitemapMonths } from './syndication.server.ts'

/** `/sitemap.xml`, newest month first */
export async function handleSitemapIndex(): Promise<Response> {
  const months = await listSitemapMonths(db())
  const names: SitemapName[] = months.flatMap(({ month, parts }) =>
    Array.from({ length: parts }, (_, index) => ({ kind: 'month', month, part: index + 1 }) as const),
  )
  const files = [{ kind: 'pages' } as const, ...names].map(formatSitemapName)
  return xml(writeSitemapIndex(files.map((file) => `${siteOrigin()}/sitemaps/${file}.xml`)))
}

/** `/sitemaps/{name}.xml`; 404 if not in the index. */
export async function handleSitemap(text: string): Promise<Response> {
  const name = parseSitemapName(text)
  const entries = name ? await listEntries(name) : []
  if (entries.length === 0) return new Response('Sitemap not found.\n', { status: 404 })
  return xml(writeSitemap(entries))
}

async function listEntries(name: SitemapName): Promise<SitemapEntry[]> {
  const origin = siteOrigin()
  if (name.kind === 'pages')
    return ['/', ...CATEGORIES.map(categoryPath), '/corrections'].map((path) => ({ url: origin + path }))
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
  return xml(writeNewsSitemap(settings.siteName, entries))
}

function articleUrl(id: string): string {
  return `${siteOrigin()}/article/${id}`
}

function xml(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
