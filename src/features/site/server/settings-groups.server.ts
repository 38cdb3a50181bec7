import { AD_SETTING_NAMES, type AdSettingTexts, readAdSettingTexts } from '../rules/ad-settings.ts'
import { GENERAL_SETTINGS, type GeneralSettings, readGeneralSettings } from '../rules/general-settings.ts'
import { STATIC_PAGES, type StaticPageName } from '../rules/static-page.ts'
import type { SettingsGroup, SettingTexts } from './save-settings.server.ts'

export const generalGroup: SettingsGroup<GeneralSettings> = {
  names: GENERAL_SETTINGS,
  read: readGeneralSettings,
  action: 'settings.update',
  subject: 'General settings',
}

/** Separate, since it redirects every reader. */
export const wwwGroup: SettingsGroup<{ prefer_www: string }> = {
  names: ['prefer_www'],
  read: (values) => ({ prefer_www: String(values.prefer_www === 'true') }),
  action: 'settings.update',
  subject: 'Prefer www',
}

export const adGroup: SettingsGroup<AdSettingTexts> = {
  names: AD_SETTING_NAMES,
  read: readAdSettingTexts,
  action: 'ads.update',
  subject: 'AdSense settings',
}

/** Blank for the built-in text. */
export function pageGroup(name: StaticPageName): SettingsGroup<SettingTexts> {
  const { setting, title } = STATIC_PAGES[name]
  return {
    names: [setting],
    read: (values) => ({ [setting]: values[setting] ?? '' }),
    action: 'page.update',
    subject: title,
  }
}
