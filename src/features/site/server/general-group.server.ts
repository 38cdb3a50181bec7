import { GENERAL_SETTINGS, type GeneralSettings, readGeneralSettings } from '../rules/general-settings.ts'
import type { SettingsGroup } from './save-settings.server.ts'

/** What the tabs General and Newsletter save together. */
export const generalGroup: SettingsGroup<GeneralSettings> = {
  names: GENERAL_SETTINGS,
  read: readGeneralSettings,
  action: 'settings.update',
  subject: 'General settings',
}

/** prefer_www, which sends every reader to another address: it is changed by itself, and not by the way. */
export const wwwGroup: SettingsGroup<{ prefer_www: string }> = {
  names: ['prefer_www'],
  read: (values) => ({ prefer_www: String(values.prefer_www === 'true') }),
  action: 'settings.update',
  subject: 'Prefer www',
}
