/** Signatures, sessions and cache busters. */
const VOLATILE =
  /^(?:x-(?:amz|goog)-.*|awsaccesskeyid|signature|sig|sign|hmac|hdnts|hdnea|policy|key-pair-id|expires?|exp|token|auth|access_token|hash|nonce|phpsessid|jsessionid|session(?:_?id)?|sid|s_?id|cfid|cftoken|ts|timestamp|time|t|cb|cache(?:bust(?:er)?)?|rand(?:om)?|rnd|_|utm_.*)$/i

const SESSION_PATH = /;(?:jsessionid|phpsessid|sid)=[^/?#]*/gi

/** Removes what servers vary from request to request from an address. */
export function removeVolatile(address: string): string {
  const url = URL.parse(address)
  if (url === null) return address
  const kept = [...url.searchParams].filter(([name]) => !VOLATILE.test(name))
  url.search = new URLSearchParams(kept).toString()
  url.pathname = url.pathname.replace(SESSION_PATH, '')
  return url.href
}

/** Elements without text: images, of which some are counters, and embedded content. */
const NO_TEXT =
  /<\/?(?:img|source|picture|iframe|embed|object|param|script|ins|amp-img|amp-pixel)(?:\s[^<>]*)?\/?>/gi
const HREF = /(?<=\shref=")[^"<>]*(?=")/gi

/** Reduces HTML to what changes only if its publisher changes it. */
export function withoutVolatile(html: string): string {
  return html
    .replace(NO_TEXT, '')
    .replace(HREF, (address) => removeVolatile(address.replaceAll('&amp;', '&')))
}
