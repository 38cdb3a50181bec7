import { AD_SETTING_NAMES, type AdSettingTexts, readAdSettingTexts } from '../rules/ad-settings.ts'
import type { SettingsGroup } from './save-settings.server.ts'

/** What the tab AdSense saves. */
export const adGroup: SettingsGroup<AdSettingTexts> = {
  names: AD_SETTING_NAMES,
  read: readAdSettingTexts,
  action: 'ads.update',
  subject: 'AdSense settings',
}
