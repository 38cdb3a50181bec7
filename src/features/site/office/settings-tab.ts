/** Values of the parameter `tab` (spec §2). */
export const SETTINGS_TABS = ['general', 'adsense', 'newsletter', 'security'] as const

export type SettingsTab = (typeof SETTINGS_TABS)[number]

export function readSettingsTab(value: unknown, fallback: SettingsTab): SettingsTab {
  return SETTINGS_TABS.find((tab) => tab === value) ?? fallback
}
