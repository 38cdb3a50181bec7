/** The tabs of the settings (spec §2), as in the search parameter. */
export const SETTINGS_TABS = ['general', 'adsense', 'newsletter', 'security'] as const

export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** Parses the parameter `tab`. */
export function readSettingsTab(value: unknown, fallback: SettingsTab): SettingsTab {
  return SETTINGS_TABS.find((tab) => tab === value) ?? fallback
}
