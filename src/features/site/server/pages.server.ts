import { inArray } from 'drizzle-orm'
import { htmlToText } from '#kernel/text/html-text.ts'
import { descriptionOf } from '#kernel/text/text.ts'
import { addBlockDirections } from '#kernel/text/text-direction.ts'
import type { Db } from '#platform/database/db.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { sanitisePage } from '#platform/render/sanitise.server.ts'
import { siteSettings } from '#schema/site.ts'
import { builtInPage } from '../rules/built-in-page.ts'
import { readPublicSettings } from '../rules/public-settings.ts'
import { STATIC_PAGES, type StaticPageName } from '../rules/static-page.ts'

/** `description` is plain text. */
type StaticPageContent = { html: string; description: string }

/** `today` is ISO 8601. */
type PageSite = { origin: string; today: string }

/** The built-in text if none is stored or sanitising removes all of it. */
export async function findStaticPage(
  db: Db,
  name: StaticPageName,
  site: PageSite,
): Promise<StaticPageContent> {
  addPageTags('settings')
  const values = await readValues(db, name)
  const html = toReadableHtml(values[STATIC_PAGES[name].setting] ?? '', name, values, site)
  return { html, description: descriptionOf(htmlToText(html)) }
}

export async function previewStaticPage(
  db: Db,
  name: StaticPageName,
  text: string,
  site: PageSite,
): Promise<string> {
  return toReadableHtml(text, name, await readValues(db, name), site)
}

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

function toReadableHtml(
  text: string,
  name: StaticPageName,
  values: Record<string, string>,
  site: PageSite,
): string {
  const html = sanitisePage(text)
  return addBlockDirections(
    htmlToText(html)
      ? withoutTitle(html, STATIC_PAGES[name].title)
      : sanitisePage(builtIn(name, values, site)),
  )
}

function builtIn(name: StaticPageName, values: Record<string, string>, site: PageSite): string {
  const { siteName } = readPublicSettings(values)
  return builtInPage(name, { siteName, contactEmail: values.contact_email ?? '', ...site }).trim()
}

/** Removes a first heading that repeats the title. */
function withoutTitle(html: string, title: string): string {
  const [heading = '', text = ''] = /^\s*<h2[^>]*>(.*?)<\/h2>/s.exec(html) ?? []
  return htmlToText(text).toLowerCase() === title.toLowerCase()
    ? html.slice(heading.length).trimStart()
    : html
}
