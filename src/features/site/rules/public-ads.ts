import type { AdPlace } from './ad-settings.ts'

export type AdCode = {
  /** Sanitised HTML, without scripts. */
  markup: string
  /** Attributes, with an https `src`. */
  scripts: ({ src: string } & Record<string, string>)[]
  pushes: number
}

/** Scripts of other companies require consent; plain markup does not. */
export function needsConsent({ scripts, pushes }: AdCode): boolean {
  return scripts.length > 0 || pushes > 0
}

/** Spec §3. Null without code, or when ads are off. */
export type PublicAds = {
  enabled: boolean
  /** Hosts for the Content-Security-Policy. */
  hosts: string[]
  needsConsent: boolean
} & Record<AdPlace, AdCode | null>

export const NO_ADS: PublicAds = {
  enabled: false,
  hosts: [],
  needsConsent: false,
  headerCode: null,
  bannerCode: null,
  leftSidebarCode: null,
  rightSidebarCode: null,
}
