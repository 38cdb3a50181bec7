import { inArray } from 'drizzle-orm'
import { defaultPage } from '#domain/default-page.ts'
import { readPublicSettings } from '#domain/settings.ts'
import { STATIC_PAGES, type StaticPageName } from '#domain/static-page.ts'
import { descriptionOf, htmlToText } from '#domain/text.ts'
import { siteSettings } from '#features/settings/schema.ts'
import type { Db } from '#platform/database/db.server.ts'
import { dependOn } from '#platform/pages/page-tags.server.ts'
import { sanitisePage } from '#platform/sanitise.server.ts'

/** A page's sanitised HTML, and how it begins in plain text. */
type StaticPageContent = { html: string; description: string }

/**
 * One of the paper's own pages as an editor stored it; the built-in text where nothing is stored that can be read.
 *
 * @param site.origin the site's scheme and host
 * @param site.today ISO 8601
 */
export async function findStaticPage(
  db: Db,
  name: StaticPageName,
  site: { origin: string; today: string },
): Promise<StaticPageContent> {
  dependOn('settings')
  const { setting, title } = STATIC_PAGES[name]
  const rows = await db
    .select()
    .from(siteSettings)
    .where(inArray(siteSettings.settingName, [setting, 'site_name', 'contact_email']))
  const values = Object.fromEntries(rows.map((row) => [row.settingName, row.settingValue]))
  const stored = sanitisePage(values[setting] ?? '')
  const html = htmlToText(stored) ? withoutTitle(stored, title) : sanitisePage(builtIn(name, values, site))
  return { html, description: descriptionOf(htmlToText(html)) }
}

function builtIn(
  name: StaticPageName,
  values: Record<string, string>,
  site: { origin: string; today: string },
): string {
  const { siteName } = readPublicSettings(values)
  return defaultPage(name, { siteName, contactEmail: values.contact_email ?? '', ...site })
}

/** The title stands over the page already; an editor who wrote it again at the top need not see it twice. */
function withoutTitle(html: string, title: string): string {
  const [heading = '', text = ''] = /^\s*<h2[^>]*>(.*?)<\/h2>/s.exec(html) ?? []
  return htmlToText(text).toLowerCase() === title.toLowerCase()
    ? html.slice(heading.length).trimStart()
    : html
}
