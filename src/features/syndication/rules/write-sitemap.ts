import { escapeXml } from '#kernel/text/xml-text.ts'

/** The sitemap of the static pages, of people, of topics, or one part of a month's articles (`2026-11`, UTC). */
export type SitemapName =
  | { kind: 'pages' | 'authors' | 'topics' }
  | { kind: 'month'; month: string; part: number }

const MONTH = /^((?!9999-12)[1-9]\d{3}-(?:0[1-9]|1[0-2]))(?:-([2-9]|[1-9]\d{1,5}))?$/

/** `pages`, `authors`, `topics`, `2026-11` or `2026-11-2`. */
export function formatSitemapName(name: SitemapName): string {
  if (name.kind !== 'month') return name.kind
  return name.part === 1 ? name.month : `${name.month}-${name.part}`
}

export function parseSitemapName(text: string): SitemapName | undefined {
  if (text === 'pages' || text === 'authors' || text === 'topics') return { kind: text }
  const [, month, part = '1'] = MONTH.exec(text) ?? []
  return month ? { kind: 'month', month, part: Number(part) } : undefined
}

export type SitemapEntry = { url: string; changedAt?: Date }

/** `language`: BCP 47. */
type NewsEntry = { url: string; title: string; language: string; publishedAt: Date }

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const NEWS = 'http://www.google.com/schemas/sitemap-news/0.9'

/** sitemaps.org */
export function writeSitemapIndex(urls: readonly string[]): string {
  const sitemaps = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>`)
  return document('sitemapindex', `xmlns="${SITEMAP}"`, sitemaps)
}

export function writeSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ url, changedAt }) => {
    const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${escapeXml(url)}</loc>${lastmod}</url>`
  })
  return document('urlset', `xmlns="${SITEMAP}"`, urls)
}

/** Google News. Languages are written without regions (ISO 639). */
export function writeNewsSitemap(name: string, entries: readonly NewsEntry[]): string {
  const urls = entries.map(({ url, title, language, publishedAt }) => {
    const publication = `<news:publication><news:name>${escapeXml(name)}</news:name><news:language>${newsLanguage(language)}</news:language></news:publication>`
    const date = `<news:publication_date>${publishedAt.toISOString()}</news:publication_date>`
    const news = `<news:news>${publication}${date}<news:title>${escapeXml(title)}</news:title></news:news>`
    return `<url><loc>${escapeXml(url)}</loc>${news}</url>`
  })
  return document('urlset', `xmlns="${SITEMAP}" xmlns:news="${NEWS}"`, urls)
}

/** Google distinguishes the scripts of Chinese: https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap */
function newsLanguage(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize()
  if (language === 'zh') return script === 'Hant' ? 'zh-tw' : 'zh-cn'
  return language
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
