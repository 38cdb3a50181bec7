import { contactText } from './contact-text.ts'
import { type Paper, type PaperDetails, paperDetails } from './paper-details.ts'
import { privacyPolicyText } from './privacy-policy-text.ts'
import type { StaticPageName } from './static-page.ts'
import { termsOfServiceText } from './terms-of-service-text.ts'

const TEXTS: Record<StaticPageName, (paper: PaperDetails) => string> = {
  contact: contactText,
  'privacy-policy': privacyPolicyText,
  'terms-of-service': termsOfServiceText,
}

/** The HTML of a page that nobody has written yet (spec §4, Page editor). */
export function defaultPage(name: StaticPageName, paper: Paper): string {
  return TEXTS[name](paperDetails(paper))
}
