/** What a reader's page shows of the site settings. The addresses are null unless they are http(s) addresses. */
export type PublicSettings = {
  siteName: string
  siteDescription: string
  facebookUrl: string | null
  twitterUrl: string | null
}

/** Reads settings by name (spec §3, Site setting), with the defaults of spec §4 where one is missing or blank. */
export function readPublicSettings(values: Readonly<Record<string, string>>): PublicSettings {
  return {
    siteName: values.site_name?.trim() || 'Masthead',
    siteDescription: values.site_description?.trim() || 'Your trusted source for breaking news and analysis',
    facebookUrl: webAddress(values.facebook_url),
    twitterUrl: webAddress(values.twitter_url),
  }
}

/** A setting that becomes a link must not be able to run script. */
function webAddress(value: string | undefined): string | null {
  const text = value?.trim() ?? ''
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}
