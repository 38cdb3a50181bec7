import { STATIC_PAGES, type StaticPageName } from '../rules/static-page.ts'
import type { SettingsGroup, SettingTexts } from './save-settings.server.ts'

/** One of the paper's own pages as the setting that holds it; blank where readers get the built-in text. */
export function pageGroup(name: StaticPageName): SettingsGroup<SettingTexts> {
  const { setting, title } = STATIC_PAGES[name]
  return {
    names: [setting],
    read: (values) => ({ [setting]: values[setting] ?? '' }),
    action: 'page.update',
    subject: title,
  }
}
