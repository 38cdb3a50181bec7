import { descriptionOf } from '#kernel/text.ts'
import { webAddress } from '#kernel/web-address.ts'

/** The tagline of every site (spec §1). */
export const TAGLINE = 'Your trusted news source'

/** The settings shown on reader pages. URLs are null unless they are http(s). */
export type PublicSettings = {
  siteName: string
  /** At most 300 characters (spec §5). */
  siteDescription: string
  facebookUrl: string | null
  twitterUrl: string | null
  /** Whether readers are offered the newsletter. */
  newsletterEnabled: boolean
}

/** `origin` is scheme and host, without a trailing slash. */
export type Site = { origin: string; settings: PublicSettings }

/** Reads settings by name (spec §3, Site setting), with the defaults of spec §4 where one is missing or blank. */
export function readPublicSettings(values: Readonly<Record<string, string>>): PublicSettings {
  return {
    siteName: values.site_name?.trim() || 'Masthead',
    siteDescription:
      descriptionOf(values.site_description ?? '') || 'Your trusted source for breaking news and analysis',
    facebookUrl: webAddress(values.facebook_url),
    twitterUrl: webAddress(values.twitter_url),
    newsletterEnabled: values.newsletter_enabled !== 'false',
  }
}
