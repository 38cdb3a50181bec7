/** The eight settings that the general form saves (spec §7), in the order in which it shows them. */
export const GENERAL_SETTINGS = [
  'site_name',
  'contact_email',
  'custom_domain',
  'site_description',
  'facebook_url',
  'twitter_url',
  'maintenance_mode',
  'newsletter_enabled',
] as const

export type GeneralSetting = (typeof GENERAL_SETTINGS)[number]

/** As they are stored: text, and 'true' or 'false' for the last two (spec §3, Site setting). */
export type GeneralSettings = Record<GeneralSetting, string>

/** Spec §4, Settings forms. */
const DEFAULTS: Partial<GeneralSettings> = {
  site_name: 'Masthead',
  site_description: 'Your trusted source for breaking news and analysis',
}

/** The form's values from settings by name, with defaults where one is missing or blank. */
export function readGeneralSettings(values: Readonly<Record<string, string>>): GeneralSettings {
  const read = (name: GeneralSetting) => {
    if (name === 'maintenance_mode') return String(values[name] === 'true')
    if (name === 'newsletter_enabled') return String(values[name] !== 'false')
    return values[name]?.trim() || (DEFAULTS[name] ?? '')
  }
  return Object.fromEntries(GENERAL_SETTINGS.map((name) => [name, read(name)])) as GeneralSettings
}

/** The form's values as they are saved: without white space around them. */
export function trimGeneralSettings(values: GeneralSettings): GeneralSettings {
  const trimmed = Object.entries(values).map(([name, value]) => [name, value.trim()])
  return Object.fromEntries(trimmed)
}

/** What is wrong with a field, in the words of spec §5. */
export type FieldError = { name: GeneralSetting; message: string }

/** What blocks saving (spec §5, General settings), in the order of the form. */
export function generalSettingsErrors(values: GeneralSettings): FieldError[] {
  const { site_name, contact_email, facebook_url, twitter_url } = trimGeneralSettings(values)
  const isOffWeb = (address: string) => address !== '' && !/^https?:\/\//i.test(address)
  const isNoEmail = contact_email !== '' && !(contact_email.includes('@') && contact_email.includes('.'))
  const errors: [boolean, GeneralSetting, string][] = [
    [site_name === '', 'site_name', 'Site name is required'],
    [isNoEmail, 'contact_email', 'Please enter a valid email address'],
    [isOffWeb(facebook_url), 'facebook_url', 'Facebook URL must start with http:// or https://'],
    [isOffWeb(twitter_url), 'twitter_url', 'Twitter URL must start with http:// or https://'],
  ]
  return errors.flatMap(([isWrong, name, message]) => (isWrong ? [{ name, message }] : []))
}
