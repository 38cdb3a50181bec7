import type { Capability } from '#features/accounts/rules/capabilities.ts'

/** Values of the parameter `tab` (spec §2), with their capabilities. */
const SETTINGS_TABS = [
  { name: 'general', label: 'General', capability: 'settings.manage' },
  { name: 'adsense', label: 'AdSense', capability: 'ads.manage' },
  { name: 'newsletter', label: 'Newsletter', capability: 'settings.manage' },
  { name: 'security', label: 'Security', capability: 'office.open' },
] as const satisfies readonly { name: string; label: string; capability: Capability }[]

export type SettingsTab = (typeof SETTINGS_TABS)[number]['name']

export function readSettingsTab(value: unknown, fallback: SettingsTab): SettingsTab {
  return SETTINGS_TABS.find(({ name }) => name === value)?.name ?? fallback
}

export function listSettingsTabs(can: (capability: Capability) => boolean) {
  return SETTINGS_TABS.filter(({ capability }) => can(capability))
}
