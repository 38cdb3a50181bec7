import { MAX_URL_LENGTH } from './web-address.ts'

/** An address with one of the `LINK_SCHEMES`. */
const SCHEME = /^(?:https?:\/\/|mailto:|tel:)./i

/** A path on this site. */
const PATH = /^\/(?![/\\])\S*$/

const HOST = /^[^\s@/?#:]+\.\p{L}{2,}$/u
const WEB_PAGE = /^[^\s@/?#:]+\.\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u

/** Completes a typed address ("example.org", "ada@example.org"). Undefined for other text. */
export function readLinkAddress(text: string): string | undefined {
  const typed = text.trim()
  if (SCHEME.test(typed) || PATH.test(typed)) return typed
  if (WEB_PAGE.test(typed)) return `https://${typed}`
  const [name, host = '', ...rest] = typed.split('@')
  return name && !/\s/.test(name) && HOST.test(host) && rest.length === 0 ? `mailto:${typed}` : undefined
}

/** Pages that only redirect to the address in a parameter. */
const REDIRECTS = [
  { page: /^www\.google\.[a-z.]{2,6}\/url$/, parameters: ['q', 'url'] },
  { page: /\.safelinks\.protection\.outlook\.com\/$/, parameters: ['url'] },
  { page: /^lm?\.facebook\.com\/l\.php$/, parameters: ['u'] },
]

/** Links can be wrapped several times. */
const MAX_REDIRECTS = 3

/** These identify only who follows a link, and from where. */
const TRACKING =
  /^(?:(?:utm|at|ns|pk|mtm|matomo|hsa)_.*|(?:[dgy]|fb|tt|tw)clid|[gw]braid|msclkid|igsh(?:id)?|li_fat_id|mc_[ce]id|mkt_tok|_hs(?:enc|mi)|s_kwcid|srsltid|vero_id|wickedid|__twitter_impression)$/i

/**
 * Removes redirects and tracking parameters. Undefined for links within a document, to files, with other schemes, or
 * longer than `MAX_URL_LENGTH`, since each part of their text repeats them.
 */
export function cleanCopiedLink(href: string, redirects = 0): string | undefined {
  const url = SCHEME.test(href) ? URL.parse(href) : null
  if (!url) return undefined
  const target = redirects < MAX_REDIRECTS ? findRedirectTarget(url) : undefined
  if (target) return cleanCopiedLink(target, redirects + 1)
  const parameters = url.search.slice(1).split('&')
  const kept = parameters.filter((parameter) => !TRACKING.test(parameter.split('=', 1)[0] ?? ''))
  const hasTracking = kept.length < parameters.length
  if (hasTracking) url.search = kept.join('&')
  const address = hasTracking ? url.href : href
  return address.length <= MAX_URL_LENGTH ? address : undefined
}

function findRedirectTarget({ host, pathname, searchParams }: URL): string | undefined {
  const redirect = REDIRECTS.find(({ page }) => page.test(host + pathname))
  const targets = redirect?.parameters.map((name) => searchParams.get(name) ?? '')
  return targets?.find((target) => SCHEME.test(target))
}
