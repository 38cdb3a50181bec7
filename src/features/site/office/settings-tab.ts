/** The tabs of the settings (spec §2), as the address names them. */
export const SETTINGS_TABS = ['general', 'adsense', 'newsletter', 'security'] as const

export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** The tab that a parameter names; `fallback` where it names none. */
export function readSettingsTab(value: unknown, fallback: SettingsTab): SettingsTab {
  return SETTINGS_TABS.find((tab) => tab === value) ?? fallback
}
