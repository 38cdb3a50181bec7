import { eq, inArray } from 'drizzle-orm'
import { readShared } from '#platform/cache/shared-reads.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { siteSettings } from '#schema/site.ts'
import { shareOrigin } from '../rules/decide-host.ts'
import { type PublicSettings, readPublicSettings } from '../rules/public-settings.ts'

export function findPublicSettings(db: Db): Promise<PublicSettings> {
  return readShared('public-settings', 'settings', () => loadPublicSettings(db))
}

async function loadPublicSettings(db: Db): Promise<PublicSettings> {
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
  return { ...readPublicSettings(values), shareOrigin: shareOrigin(names) ?? null }
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
  addPageTags('settings')
  const [row] = await db
    .select({ value: siteSettings.settingValue })
    .from(siteSettings)
    .where(eq(siteSettings.settingName, 'contact_email'))
  return row?.value ?? ''
}
