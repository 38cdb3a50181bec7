import { formatDay } from '#kernel/dates.ts'
import { escapeHtml } from '#kernel/text.ts'

/** `contactEmail` may be blank; `today` is ISO 8601. */
export type SiteInfo = { siteName: string; contactEmail: string; origin: string; today: string }

/** HTML values. Email addresses are placeholders at the site's host (spec §9). */
export type SiteDetails = {
  name: string
  /** `mailto:` links. */
  newsroom: string
  general: string
  privacy: string
  legal: string
  street: string
  today: string
}

export function siteDetails({ siteName, contactEmail, origin, today }: SiteInfo): SiteDetails {
  const host = mailHost(origin)
  return {
    name: escapeHtml(siteName),
    newsroom: mailLink(`news@${host}`),
    general: mailLink(contactEmail.trim() || `hello@${host}`),
    privacy: mailLink(`privacy@${host}`),
    legal: mailLink(`legal@${host}`),
    street: '1 Example Street, Leeds LS1 0AA',
    today: formatDay(today),
  }
}

/** Local sites use example.org (RFC 2606 §3). */
function mailHost(origin: string): string {
  const { hostname } = new URL(origin)
  const isPublic = /\.[a-z][a-z0-9-]*$/.test(hostname) && !hostname.endsWith('.localhost')
  return isPublic ? hostname.replace(/^www\./, '') : 'example.org'
}

function mailLink(address: string): string {
  return `<a href="mailto:${escapeHtml(address)}">${escapeHtml(address)}</a>`
}
