import type { AdPlace } from './ad-settings.ts'

/** What is left of an ad code once it is harmless, in the parts that the browser handles one by one. */
export type AdCode = {
  /** Sanitised HTML, without scripts. */
  markup: string
  /** The attributes of the scripts that the code loads, `src` among them: https addresses. */
  scripts: ({ src: string } & Record<string, string>)[]
  /** How often `(adsbygoogle = window.adsbygoogle || []).push({})` is called: once for each of its ad units. */
  pushes: number
}

/** The public ad settings (spec §3), which anybody may read; a place without code is null, and so is each when ads are off. */
export type PublicAds = {
  enabled: boolean
  /** The hosts that the codes load scripts from: what a page's policy has to let through for them. */
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
