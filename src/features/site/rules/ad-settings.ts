import * as z from 'zod'
import { describeAdsTextFault, MAX_ADS_TEXT_LENGTH } from './ads-text.ts'
import { onOffText } from './general-settings.ts'

export const AD_PLACES = ['headerCode', 'bannerCode', 'leftSidebarCode', 'rightSidebarCode'] as const

export type AdPlace = (typeof AD_PLACES)[number]

/** Spec §3, AdSense settings. */
export type AdSettings = { enabled: boolean } & Record<AdPlace, string>

export const AD_SETTING_NAMES = [
  'adsense_enabled',
  'adsense_header_code',
  'adsense_banner_code',
  'adsense_left_sidebar_code',
  'adsense_right_sidebar_code',
  'ads_txt',
] as const

/** `adsense_enabled` is 'true' or 'false'. */
export type AdSettingTexts = Record<(typeof AD_SETTING_NAMES)[number], string>

export const MAX_AD_CODE_LENGTH = 20_000

const code = z.string().max(MAX_AD_CODE_LENGTH)

export const adSettingsSchema = z.object({
  adsense_enabled: onOffText,
  adsense_header_code: code,
  adsense_banner_code: code,
  adsense_left_sidebar_code: code,
  adsense_right_sidebar_code: code,
  ads_txt: z
    .string()
    .max(MAX_ADS_TEXT_LENGTH)
    .check(({ value, issues }) => {
      const message = describeAdsTextFault(value)
      if (message) issues.push({ code: 'custom', input: value, message })
    }),
})

export function readAdSettingTexts(values: Readonly<Record<string, string>>): AdSettingTexts {
  return {
    adsense_enabled: String(values.adsense_enabled === 'true'),
    adsense_header_code: values.adsense_header_code ?? '',
    adsense_banner_code: values.adsense_banner_code ?? '',
    adsense_left_sidebar_code: values.adsense_left_sidebar_code ?? '',
    adsense_right_sidebar_code: values.adsense_right_sidebar_code ?? '',
    ads_txt: values.ads_txt ?? '',
  }
}

export function readAdSettings(values: Readonly<Record<string, string>>): AdSettings {
  return {
    enabled: values.adsense_enabled === 'true',
    headerCode: values.adsense_header_code ?? '',
    bannerCode: values.adsense_banner_code ?? '',
    leftSidebarCode: values.adsense_left_sidebar_code ?? '',
    rightSidebarCode: values.adsense_right_sidebar_code ?? '',
  }
}
