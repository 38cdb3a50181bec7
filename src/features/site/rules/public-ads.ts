import type { AdPlace } from './ad-settings.ts'

/** A sanitised ad code. */
export type AdCode = {
  /** Sanitised HTML, without scripts. */
  markup: string
  /** The attributes of the scripts, with an https `src`. */
  scripts: ({ src: string } & Record<string, string>)[]
  /** The number of AdSense units: `adsbygoogle.push({})` is called for each. */
  pushes: number
}

/** The public ad settings (spec §3). A place without code is null; all are null when ads are off. */
export type PublicAds = {
  enabled: boolean
  /** The hosts of all scripts, for the page's Content-Security-Policy. */
  hosts: string[]
} & Record<AdPlace, AdCode | null>

export const NO_ADS: PublicAds = {
  enabled: false,
  hosts: [],
  headerCode: null,
  bannerCode: null,
  leftSidebarCode: null,
  rightSidebarCode: null,
}
