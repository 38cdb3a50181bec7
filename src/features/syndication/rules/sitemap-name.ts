/**
 * What `/sitemaps/{name}.xml` lists: the pages that are always there, or articles of a month (`2026-11`, UTC).
 * A month with more articles than a file holds goes on in parts 2, 3 and so on.
 */
export type SitemapName = { kind: 'pages' } | { kind: 'month'; month: string; part: number }

const MONTH = /^((?!9999-12)[1-9]\d{3}-(?:0[1-9]|1[0-2]))(?:-([2-9]|[1-9]\d{1,5}))?$/

/** The name of a sitemap: `pages`, `2026-11`, `2026-11-2`. */
export function formatSitemapName(name: SitemapName): string {
  if (name.kind === 'pages') return 'pages'
  return name.part === 1 ? name.month : `${name.month}-${name.part}`
}

/** The reverse of `formatSitemapName`, or undefined for any text that it would not have made. */
export function parseSitemapName(text: string): SitemapName | undefined {
  if (text === 'pages') return { kind: 'pages' }
  const [, month, part = '1'] = MONTH.exec(text) ?? []
  return month ? { kind: 'month', month, part: Number(part) } : undefined
}
