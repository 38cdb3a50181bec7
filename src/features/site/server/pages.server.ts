import { inArray } from 'drizzle-orm'
import { descriptionOf, htmlToText } from '#kernel/text.ts'
import type { Db } from '#platform/database/db.server.ts'
import { dependOn } from '#platform/pages/page-tags.server.ts'
import { sanitisePage } from '#platform/sanitise.server.ts'
import { siteSettings } from '#schema/site.ts'
import { defaultPage } from '../rules/default-page.ts'
import { readPublicSettings } from '../rules/public-settings.ts'
import { STATIC_PAGES, type StaticPageName } from '../rules/static-page.ts'

/** A page's sanitised HTML, and how it begins in plain text. */
type StaticPageContent = { html: string; description: string }

/** Where the paper stands, as scheme and host, and today's date (ISO 8601): what a built-in text says. */
type PageSite = { origin: string; today: string }

/** One of the paper's own pages as an editor stored it; the built-in text where nothing is stored that can be read. */
export async function findStaticPage(
  db: Db,
  name: StaticPageName,
  site: PageSite,
): Promise<StaticPageContent> {
  dependOn('settings')
  const values = await readValues(db, name)
  const html = readable(values[STATIC_PAGES[name].setting] ?? '', name, values, site)
  return { html, description: descriptionOf(htmlToText(html)) }
}

/** What readers would see if `text` were stored as the page: sanitised HTML. */
export async function previewStaticPage(
  db: Db,
  name: StaticPageName,
  text: string,
  site: PageSite,
): Promise<string> {
  return readable(text, name, await readValues(db, name), site)
}

/** The built-in text of a page, as an editor would begin from it. */
export async function findBuiltInPage(db: Db, name: StaticPageName, site: PageSite): Promise<string> {
  return builtIn(name, await readValues(db, name), site)
}

async function readValues(db: Db, name: StaticPageName): Promise<Record<string, string>> {
  const rows = await db
    .select()
    .from(siteSettings)
    .where(inArray(siteSettings.settingName, [STATIC_PAGES[name].setting, 'site_name', 'contact_email']))
  return Object.fromEntries(rows.map((row) => [row.settingName, row.settingValue]))
}

function readable(
  text: string,
  name: StaticPageName,
  values: Record<string, string>,
  site: PageSite,
): string {
  const html = sanitisePage(text)
  return htmlToText(html)
    ? withoutTitle(html, STATIC_PAGES[name].title)
    : sanitisePage(builtIn(name, values, site))
}

function builtIn(name: StaticPageName, values: Record<string, string>, site: PageSite): string {
  const { siteName } = readPublicSettings(values)
  return defaultPage(name, { siteName, contactEmail: values.contact_email ?? '', ...site }).trim()
}

/** The title stands over the page already; an editor who wrote it again at the top need not see it twice. */
function withoutTitle(html: string, title: string): string {
  const [heading = '', text = ''] = /^\s*<h2[^>]*>(.*?)<\/h2>/s.exec(html) ?? []
  return htmlToText(text).toLowerCase() === title.toLowerCase()
    ? html.slice(heading.length).trimStart()
    : html
}
