import { escapeXml } from './xml-text.ts'

/** A page in a sitemap; `changedAt` where it is known. */
export type SitemapEntry = { url: string; changedAt?: Date }

/** An article in a news sitemap. */
type NewsEntry = { url: string; title: string; publishedAt: Date }

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const NEWS = 'http://www.google.com/schemas/sitemap-news/0.9'

/** A sitemap index (sitemaps.org) of the sitemaps at `urls`. */
export function writeSitemapIndex(urls: readonly string[]): string {
  const sitemaps = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>`)
  return document('sitemapindex', `xmlns="${SITEMAP}"`, sitemaps)
}

/** A sitemap (sitemaps.org). */
export function writeSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ url, changedAt }) => {
    const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${escapeXml(url)}</loc>${lastmod}</url>`
  })
  return document('urlset', `xmlns="${SITEMAP}"`, urls)
}

/** A news sitemap as Google reads it, of the English-language publication `name`. */
export function writeNewsSitemap(name: string, entries: readonly NewsEntry[]): string {
  const publication = `<news:publication><news:name>${escapeXml(name)}</news:name><news:language>en</news:language></news:publication>`
  const urls = entries.map(({ url, title, publishedAt }) => {
    const date = `<news:publication_date>${publishedAt.toISOString()}</news:publication_date>`
    const news = `<news:news>${publication}${date}<news:title>${escapeXml(title)}</news:title></news:news>`
    return `<url><loc>${escapeXml(url)}</loc>${news}</url>`
  })
  return document('urlset', `xmlns="${SITEMAP}" xmlns:news="${NEWS}"`, urls)
}

function document(root: string, namespaces: string, lines: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} ${namespaces}>`,
    ...lines,
    `</${root}>`,
    '',
  ].join('\n')
}
