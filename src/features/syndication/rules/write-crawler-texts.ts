import { FEED_FORMATS, feedPath } from '#features/site/rules/feed-links.ts'
import type { Site } from '#features/site/rules/public-settings.ts'
import { CATEGORIES, categoryPath } from '#kernel/category.ts'
import { collapseSpace } from '#kernel/text.ts'

/** RFC 9309. */
export function writeRobotsText(origin: string): string {
  return [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api',
    'Disallow: /functions',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    `Sitemap: ${origin}/news-sitemap.xml`,
    '',
  ].join('\n')
}

const FORMAT_NAMES = { rss: 'RSS 2.0', atom: 'Atom', json: 'JSON Feed' } as const

/** llmstxt.org. */
export function writeLlmsText({ origin, settings }: Site): string {
  const sections = CATEGORIES.map((category) => {
    const label = category === 'News' ? 'All articles' : `Articles on ${category}`
    return `- [${category}](${origin}${categoryPath(category)}): ${label}, newest first`
  })
  const wholeSite = FEED_FORMATS.map(
    (format) => `- [All articles, ${FORMAT_NAMES[format]}](${origin}${feedPath(format)})`,
  )
  const ofCategories = CATEGORIES.filter((category) => category !== 'News').map(
    (category) => `- [${category}, JSON Feed](${origin}${feedPath('json', category)})`,
  )
  return [
    `# ${collapseSpace(settings.siteName)}`,
    '',
    `> ${collapseSpace(settings.siteDescription)}`,
    '',
    'A news site. Articles are at /article/{id}; all pages are HTML and readable without JavaScript.',
    '',
    '## Sections',
    '',
    ...sections,
    '',
    '## Feeds',
    '',
    'The 50 newest articles each, with summaries.',
    '',
    ...wholeSite,
    ...ofCategories,
    '',
    '## Optional',
    '',
    `- [Sitemap of all articles](${origin}/sitemap.xml)`,
    `- [Sitemap of the last two days](${origin}/news-sitemap.xml)`,
    '',
  ].join('\n')
}
