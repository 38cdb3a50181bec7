import * as z from 'zod'
import { phrase } from '#kernel/text/phrase.ts'
import { isLocale, isTimeZone, isWeekStart } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE, type Place } from '#kernel/time/place.ts'
import { DEFAULT_DESCRIPTION } from './public-settings.ts'

/** Spec §7, in the order of the form. */
export const GENERAL_SETTINGS = [
  'site_name',
  'contact_email',
  'custom_domain',
  'site_description',
  'facebook_url',
  'twitter_url',
  'time_zone',
  'locale',
  'week_start',
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
  site_description: DEFAULT_DESCRIPTION,
  time_zone: DEFAULT_PLACE.timeZone,
  locale: DEFAULT_PLACE.locale,
  week_start: DEFAULT_PLACE.weekStart,
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

/** Defaults replace missing and unknown values (growth §1). */
export function readPlace({
  time_zone = '',
  locale = '',
  week_start = '',
}: Readonly<Record<string, string>>): Place {
  return {
    timeZone: isTimeZone(time_zone) ? time_zone : DEFAULT_PLACE.timeZone,
    locale: isLocale(locale) ? locale : DEFAULT_PLACE.locale,
    weekStart: isWeekStart(week_start) ? week_start : DEFAULT_PLACE.weekStart,
  }
}

const MAX_LENGTH = 5_000
const text = z.string().trim().max(MAX_LENGTH)
const webAddress = (error: () => string) => text.regex(/^(?:$|https?:\/\/)/i, { error })

const isEmptyOrEmail = (address: string) => address === '' || (address.includes('@') && address.includes('.'))

export const onOffText = z.string().regex(/^(?:true|false)$/)

/** Messages: spec §5. */
export const generalSettingsSchema = z.object({
  site_name: text.min(1, { error: () => phrase('Site name is required') }),
  contact_email: text.refine(isEmptyOrEmail, {
    error: () => phrase('Please enter a valid email address', undefined, 'admin area'),
  }),
  custom_domain: text,
  site_description: text,
  facebook_url: webAddress(() => phrase('Facebook URL must start with http:// or https://')),
  twitter_url: webAddress(() => phrase('Twitter URL must start with http:// or https://')),
  time_zone: text.refine(isTimeZone, { error: () => phrase('Choose a time zone') }),
  locale: text.refine(isLocale, { error: () => phrase('Choose a language and region') }),
  week_start: text.refine(isWeekStart, { error: () => phrase('Choose the first day of the week') }),
  maintenance_mode: onOffText,
  newsletter_enabled: onOffText,
  feeds_full_text: onOffText,
  feed_images: onOffText,
})

/** May be invalid. */
export const storedGeneralSettingsSchema = z.record(z.enum(GENERAL_SETTINGS), z.string().max(MAX_LENGTH))
