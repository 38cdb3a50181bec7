import { formatDay } from '#kernel/dates.ts'
import { escapeHtml } from '#kernel/text.ts'

/** What is known of a paper. `contactEmail` may be blank; `origin` is the site's scheme and host; `today` is ISO 8601. */
export type Paper = { siteName: string; contactEmail: string; origin: string; today: string }

/** What the built-in texts say of a paper, each as HTML. Addresses are placeholders at the site's own host (spec §9). */
export type PaperDetails = {
  name: string
  /** Links to write to. */
  newsroom: string
  general: string
  privacy: string
  legal: string
  /** On one line. */
  street: string
  today: string
}

export function paperDetails({ siteName, contactEmail, origin, today }: Paper): PaperDetails {
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

/** The host's own name, or example.org (RFC 2606 §3) where the site has no public one. */
function mailHost(origin: string): string {
  const { hostname } = new URL(origin)
  const isPublic = /\.[a-z][a-z0-9-]*$/.test(hostname) && !hostname.endsWith('.localhost')
  return isPublic ? hostname.replace(/^www\./, '') : 'example.org'
}

function mailLink(address: string): string {
  return `<a href="mailto:${escapeHtml(address)}">${escapeHtml(address)}</a>`
}
