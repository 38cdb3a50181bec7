import { eq, inArray } from 'drizzle-orm'
import { servedLook } from '#kernel/look.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { readShared } from '#platform/cache/shared-reads.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { siteSettings } from '#schema/site.ts'
import { shareOrigin } from '../rules/decide-host.ts'
import { readPlace } from '../rules/general-settings.ts'
import { type PublicSettings, readPublicSettings } from '../rules/public-settings.ts'

export async function findPublicSettings(db: Db): Promise<PublicSettings> {
  const settings = await readShared('public-settings', 'settings', () => loadPublicSettings(db))
  // Shared reads would keep texts of another language and look.
  return {
    ...settings,
    siteDescription: settings.siteDescription || phrase('Your trusted source for breaking news and analysis'),
    tagline: servedLook().tagline || phrase('Your trusted news source'),
  }
}

async function loadPublicSettings(db: Db): Promise<Omit<PublicSettings, 'tagline'>> {
  const rows = await db
    .select()
    .from(siteSettings)
    .where(
      inArray(siteSettings.settingName, [
        'site_name',
        'site_description',
        'facebook_url',
        'twitter_url',
        'newsletter_enabled',
        'locale',
        'custom_domain',
        'prefer_www',
      ]),
    )
  const values = Object.fromEntries(rows.map((row) => [row.settingName, row.settingValue]))
  const names = {
    siteUrl: undefined,
    customDomain: values.custom_domain ?? '',
    preferWww: values.prefer_www === 'true',
  }
  return {
    ...readPublicSettings(values),
    locale: readPlace(values).locale,
    shareOrigin: shareOrigin(names) ?? null,
  }
}

/** Returns the origin of shared links; null for that of the site. */
export function findShareOrigin(db: Db): Promise<string | null> {
  return readShared('share-origin', 'settings', async () => (await findPublicSettings(db)).shareOrigin)
}

/** Whether the site's own feeds contain whole articles. */
export function hasFullTextFeeds(db: Db): Promise<boolean> {
  return isOn(db, 'feeds_full_text')
}

/** Whether readers see the images in the texts of ingested articles. */
export function hasFeedImages(db: Db): Promise<boolean> {
  return isOn(db, 'feed_images')
}

function isOn(db: Db, name: 'feeds_full_text' | 'feed_images'): Promise<boolean> {
  return readShared(name, 'settings', async () => {
    const [row] = await db
      .select({ value: siteSettings.settingValue })
      .from(siteSettings)
      .where(eq(siteSettings.settingName, name))
    return row?.value === 'true'
  })
}

/** May be blank or invalid. */
export async function findContactEmail(db: Db): Promise<string> {
  return (await findSetting(db, 'contact_email')) ?? ''
}

/** Without blank lines around it; may be empty. */
export async function findAdsText(db: Db): Promise<string> {
  return (await findSetting(db, 'ads_txt'))?.trim() ?? ''
}

async function findSetting(db: Db, name: 'contact_email' | 'ads_txt'): Promise<string | undefined> {
  addPageTags('settings')
  const [row] = await db
    .select({ value: siteSettings.settingValue })
    .from(siteSettings)
    .where(eq(siteSettings.settingName, name))
  return row?.value
}
