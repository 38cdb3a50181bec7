import * as z from 'zod'
import { onOffText } from './general-settings.ts'

/** The places of ad codes: in the head, on the home page, left and right of articles. */
export const AD_PLACES = ['headerCode', 'bannerCode', 'leftSidebarCode', 'rightSidebarCode'] as const

export type AdPlace = (typeof AD_PLACES)[number]

/** The ad settings (spec §3, AdSense settings as a group). */
export type AdSettings = { enabled: boolean } & Record<AdPlace, string>

/** The names of the five ad settings (spec §3). */
export const AD_SETTING_NAMES = [
  'adsense_enabled',
  'adsense_header_code',
  'adsense_banner_code',
  'adsense_left_sidebar_code',
  'adsense_right_sidebar_code',
] as const

/** The stored settings: text, and 'true' or 'false' for the first. */
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

/** Reads the settings as text, with defaults. */
export function readAdSettingTexts(values: Readonly<Record<string, string>>): AdSettingTexts {
  return {
    adsense_enabled: String(values.adsense_enabled === 'true'),
    adsense_header_code: values.adsense_header_code ?? '',
    adsense_banner_code: values.adsense_banner_code ?? '',
    adsense_left_sidebar_code: values.adsense_left_sidebar_code ?? '',
    adsense_right_sidebar_code: values.adsense_right_sidebar_code ?? '',
  }
}

/** Reads the settings; ads are enabled only by the text `true`. */
export function readAdSettings(values: Readonly<Record<string, string>>): AdSettings {
  return {
    enabled: values.adsense_enabled === 'true',
    headerCode: values.adsense_header_code ?? '',
    bannerCode: values.adsense_banner_code ?? '',
    leftSidebarCode: values.adsense_left_sidebar_code ?? '',
    rightSidebarCode: values.adsense_right_sidebar_code ?? '',
  }
}
