import * as z from 'zod'
import { onOffText } from './general-settings.ts'

/** Where an ad code stands: in the head, across the home page, at the left and at the right of an article. */
export const AD_PLACES = ['headerCode', 'bannerCode', 'leftSidebarCode', 'rightSidebarCode'] as const

export type AdPlace = (typeof AD_PLACES)[number]

/** The ad settings as an administrator stored them (spec §3, AdSense settings as a group). */
export type AdSettings = { enabled: boolean } & Record<AdPlace, string>

/** The names of the five ad settings (spec §3). */
export const AD_SETTING_NAMES = [
  'adsense_enabled',
  'adsense_header_code',
  'adsense_banner_code',
  'adsense_left_sidebar_code',
  'adsense_right_sidebar_code',
] as const

/** The five as they are stored: text, and 'true' or 'false' for the first. */
export type AdSettingTexts = Record<(typeof AD_SETTING_NAMES)[number], string>

/** The most characters in an ad code. */
export const MAX_AD_CODE_LENGTH = 20_000

const code = z.string().max(MAX_AD_CODE_LENGTH)

/** The AdSense form. */
export const adSettingsSchema = z.object({
  adsense_enabled: onOffText,
  adsense_header_code: code,
  adsense_banner_code: code,
  adsense_left_sidebar_code: code,
  adsense_right_sidebar_code: code,
})

/** The five as text, from settings by name. */
export function readAdSettingTexts(values: Readonly<Record<string, string>>): AdSettingTexts {
  return {
    adsense_enabled: String(values.adsense_enabled === 'true'),
    adsense_header_code: values.adsense_header_code ?? '',
    adsense_banner_code: values.adsense_banner_code ?? '',
    adsense_left_sidebar_code: values.adsense_left_sidebar_code ?? '',
    adsense_right_sidebar_code: values.adsense_right_sidebar_code ?? '',
  }
}

/** Reads the five settings by name; ads are shown only where it says `true`. */
export function readAdSettings(values: Readonly<Record<string, string>>): AdSettings {
  return {
    enabled: values.adsense_enabled === 'true',
    headerCode: values.adsense_header_code ?? '',
    bannerCode: values.adsense_banner_code ?? '',
    leftSidebarCode: values.adsense_left_sidebar_code ?? '',
    rightSidebarCode: values.adsense_right_sidebar_code ?? '',
  }
}
