import { descriptionOf } from '#kernel/text.ts'
import { webAddress } from '#kernel/web-address.ts'

/** Spec §1. */
export const TAGLINE = 'Your trusted news source'

/** URLs are null unless they are http(s). */
export type PublicSettings = {
  siteName: string
  /** At most 300 characters (spec §5). */
  siteDescription: string
  facebookUrl: string | null
  twitterUrl: string | null
  newsletterEnabled: boolean
  shareOrigin: string | null
}

/** `origin` has no trailing slash. */
export type Site = { origin: string; settings: PublicSettings }

/** Spec §3, Site setting; defaults: spec §4. */
export function readPublicSettings(
  values: Readonly<Record<string, string>>,
): Omit<PublicSettings, 'shareOrigin'> {
  return {
    siteName: values.site_name?.trim() || 'Masthead',
    siteDescription:
      descriptionOf(values.site_description ?? '') || 'Your trusted source for breaking news and analysis',
    facebookUrl: webAddress(values.facebook_url),
    twitterUrl: webAddress(values.twitter_url),
    newsletterEnabled: values.newsletter_enabled !== 'false',
  }
}
