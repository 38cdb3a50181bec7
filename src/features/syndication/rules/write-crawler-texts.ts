import * as z from 'zod'
import { FEED_FORMATS, feedPath } from '#features/site/rules/feed-links.ts'
import type { Site } from '#features/site/rules/public-settings.ts'
import { categoryName, categoryPath, GENERAL_CATEGORY } from '#kernel/category.ts'
import { listCategories } from '#kernel/category-lists.ts'
import { withAsciiDomain } from '#kernel/email-address.ts'
import { SECURITY_TEXT_PATH } from '#kernel/paths.ts'
import { collapseSpace } from '#kernel/text/text.ts'
import { DAY_MS } from '#kernel/time/durations.ts'

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
  const sections = listCategories().map((category) => {
    const label = category === GENERAL_CATEGORY ? 'All articles' : `Articles on ${categoryName(category)}`
    return `- [${categoryName(category)}](${origin}${categoryPath(category)}): ${label}, newest first`
  })
  const wholeSite = FEED_FORMATS.map(
    (format) => `- [All articles, ${FORMAT_NAMES[format]}](${origin}${feedPath(format)})`,
  )
  const ofCategories = listCategories()
    .filter((category) => category !== GENERAL_CATEGORY)
    .map((category) => `- [${categoryName(category)}, JSON Feed](${origin}${feedPath('json', category)})`)
  return [
    `# ${collapseSpace(settings.siteName)}`,
    '',
    `> ${collapseSpace(settings.siteDescription)}`,
    '',
    'A news site. Articles are at /article/{id}/{words of the headline}, and /article/{id} redirects there; all pages are HTML and readable without JavaScript.',
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

/** RFC 9116 §2.5.5 recommends less than a year. */
const EXPIRES_AFTER_DAYS = 180

/**
 * RFC 9116. Expires at a midnight (UTC), to stay the same for a day.
 *
 * @param site.contact a URI
 */
export function writeSecurityText(
  { origin, contact }: { origin: string; contact: string },
  now: Date,
): string {
  const day = now.getTime() - (now.getTime() % DAY_MS)
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(day + EXPIRES_AFTER_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
  ]
  // RFC 9116 §2.5.2 allows https only.
  if (origin.startsWith('https://')) lines.push(`Canonical: ${origin}${SECURITY_TEXT_PATH}`)
  return `${lines.join('\n')}\n`
}

/** @returns undefined unless `text` is one email address */
export function emailUri(text: string): string | undefined {
  const parsed = z.email().safeParse(withAsciiDomain(text.trim()))
  return parsed.success ? `mailto:${parsed.data}` : undefined
}
