import { FEED_FORMATS, feedPath } from '#features/site/rules/feed-links.ts'
import type { Site } from '#features/site/rules/public-settings.ts'
import { CATEGORIES, categoryPath } from '#kernel/category.ts'
import { collapseSpace } from '#kernel/text.ts'

const FORMAT_NAMES = { rss: 'RSS 2.0', atom: 'Atom', json: 'JSON Feed' } as const

/** What the site is, for language models, in the form of llmstxt.org. */
export function llmsText({ origin, settings }: Site): string {
  const sections = CATEGORIES.map((category) => {
    const what = category === 'News' ? 'All articles' : `Articles on ${category}`
    return `- [${category}](${origin}${categoryPath(category)}): ${what}, newest first`
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
    'A news site. Every article stands at /article/{id}; pages are plain HTML and need no script to be read.',
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
