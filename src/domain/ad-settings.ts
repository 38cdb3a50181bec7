/** Where an ad code stands: in the head, across the home page, at the left and at the right of an article. */
export type AdPlace = 'headerCode' | 'bannerCode' | 'leftSidebarCode' | 'rightSidebarCode'

/** The ad settings as an administrator stored them (spec §3, AdSense settings as a group). */
export type AdSettings = { enabled: boolean } & Record<AdPlace, string>

/** The names of the five ad settings (spec §3). */
export const AD_SETTING_NAMES = [
  'adsense_enabled',
  'adsense_header_code',
  'adsense_banner_code',
  'adsense_left_sidebar_code',
  'adsense_right_sidebar_code',
]

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
