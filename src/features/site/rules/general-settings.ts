import * as z from 'zod'

/** Spec §7, in the order of the form. */
export const GENERAL_SETTINGS = [
  'site_name',
  'contact_email',
  'custom_domain',
  'site_description',
  'facebook_url',
  'twitter_url',
  'maintenance_mode',
  'newsletter_enabled',
  'feeds_full_text',
  'feed_images',
] as const

export type GeneralSetting = (typeof GENERAL_SETTINGS)[number]

/** The last four are 'true' or 'false' (spec §3, Site setting). */
export type GeneralSettings = Record<GeneralSetting, string>

/** Spec §4, Settings forms. */
const DEFAULTS: Partial<GeneralSettings> = {
  site_name: 'Masthead',
  site_description: 'Your trusted source for breaking news and analysis',
}

const OFF_BY_DEFAULT: readonly GeneralSetting[] = ['maintenance_mode', 'feeds_full_text', 'feed_images']

/** Defaults replace missing and blank values. */
export function readGeneralSettings(values: Readonly<Record<string, string>>): GeneralSettings {
  const read = (name: GeneralSetting) => {
    if (OFF_BY_DEFAULT.includes(name)) return String(values[name] === 'true')
    if (name === 'newsletter_enabled') return String(values[name] !== 'false')
    return values[name]?.trim() || (DEFAULTS[name] ?? '')
  }
  return Object.fromEntries(GENERAL_SETTINGS.map((name) => [name, read(name)])) as GeneralSettings
}

const MAX_LENGTH = 5_000
const text = z.string().trim().max(MAX_LENGTH)
const webAddress = (label: string) =>
  text.regex(/^(?:$|https?:\/\/)/i, `${label} must start with http:// or https://`)

const isEmptyOrEmail = (address: string) => address === '' || (address.includes('@') && address.includes('.'))

export const onOffText = z.string().regex(/^(?:true|false)$/)

/** Messages: spec §5. */
export const generalSettingsSchema = z.object({
  site_name: text.min(1, 'Site name is required'),
  contact_email: text.refine(isEmptyOrEmail, 'Please enter a valid email address'),
  custom_domain: text,
  site_description: text,
  facebook_url: webAddress('Facebook URL'),
  twitter_url: webAddress('Twitter URL'),
  maintenance_mode: onOffText,
  newsletter_enabled: onOffText,
  feeds_full_text: onOffText,
  feed_images: onOffText,
})

/** May be invalid. */
export const storedGeneralSettingsSchema = z.record(z.enum(GENERAL_SETTINGS), z.string().max(MAX_LENGTH))
