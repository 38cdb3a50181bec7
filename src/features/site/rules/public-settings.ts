import { descriptionOf } from '#kernel/text/text.ts'
import { webAddress } from '#kernel/web-address.ts'

/** URLs are null unless they are http(s). */
export type PublicSettings = {
  siteName: string
  /** Spec §1, unless the newspaper has its own. */
  tagline: string
  /** At most 300 characters (spec §5). */
  siteDescription: string
  facebookUrl: string | null
  twitterUrl: string | null
  newsletterEnabled: boolean
  /** BCP 47, of the texts of the site. */
  locale: string
  shareOrigin: string | null
}

/** `origin` has no trailing slash. */
export type Site = { origin: string; settings: PublicSettings }

/** A new newspaper stores it. Readers see its translation. */
export const DEFAULT_DESCRIPTION = 'Your trusted source for breaking news and analysis'

/** Spec §3, Site setting; defaults: spec §4. `siteDescription` is empty unless the newspaper has its own. */
export function readPublicSettings(
  values: Readonly<Record<string, string>>,
): Omit<PublicSettings, 'locale' | 'shareOrigin' | 'tagline'> {
  const description = descriptionOf(values.site_description ?? '')
  return {
    siteName: values.site_name?.trim() || 'Masthead',
    siteDescription: description === DEFAULT_DESCRIPTION ? '' : description,
    facebookUrl: webAddress(values.facebook_url),
    twitterUrl: webAddress(values.twitter_url),
    newsletterEnabled: values.newsletter_enabled !== 'false',
  }
}
