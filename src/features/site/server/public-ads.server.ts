import { inArray } from 'drizzle-orm'
import { readShared } from '#platform/cache/shared-reads.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { allowSources } from '#platform/http/render-context.server.ts'
import { siteSettings } from '#schema/site.ts'
import { AD_SETTING_NAMES, readAdSettings } from '../rules/ad-settings.ts'
import { NO_ADS, needsConsent, type PublicAds } from '../rules/public-ads.ts'
import { adSources, sanitiseAd } from './sanitise-ad.server.ts'

/** Extends the page's Content-Security-Policy. No code while ads are off (spec §7). */
export async function findPublicAds(db: Db): Promise<PublicAds> {
  const ads = await readShared('public-ads', 'settings', () => loadPublicAds(db))
  if (ads.enabled) allowSources(adSources(ads.hosts))
  return ads
}

async function loadPublicAds(db: Db): Promise<PublicAds> {
  const rows = await db.select().from(siteSettings).where(inArray(siteSettings.settingName, AD_SETTING_NAMES))
  const settings = readAdSettings(Object.fromEntries(rows.map((row) => [row.settingName, row.settingValue])))
  if (!settings.enabled) return NO_ADS
  const header = sanitiseAd(settings.headerCode)
  const codes = {
    // The head can contain scripts only.
    headerCode: header && { ...header, markup: '', pushes: 0 },
    bannerCode: sanitiseAd(settings.bannerCode),
    leftSidebarCode: sanitiseAd(settings.leftSidebarCode),
    rightSidebarCode: sanitiseAd(settings.rightSidebarCode),
  }
  const present = Object.values(codes).filter((code) => code !== null)
  const scripts = present.flatMap((code) => code.scripts)
  const hosts = [...new Set(scripts.map(({ src }) => new URL(src).host))]
  return { enabled: true, hosts, needsConsent: present.some(needsConsent), ...codes }
}
