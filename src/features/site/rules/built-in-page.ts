import { contactText } from './contact-text.ts'
import { privacyPolicyText } from './privacy-policy-text.ts'
import { type SiteDetails, type SiteInfo, siteDetails } from './site-details.ts'
import type { StaticPageName } from './static-page.ts'
import { termsOfServiceText } from './terms-of-service-text.ts'

const TEXTS: Record<StaticPageName, (details: SiteDetails) => string> = {
  contact: contactText,
  'privacy-policy': privacyPolicyText,
  'terms-of-service': termsOfServiceText,
}

/** Spec §4, Page editor. */
export function builtInPage(name: StaticPageName, site: SiteInfo): string {
  return TEXTS[name](siteDetails(site))
}
