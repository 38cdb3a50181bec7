import { phrase } from '#kernel/text/phrase.ts'

/** RFC 5321 §4.5.3.1.3, without angle brackets. */
export const MAX_EMAIL_LENGTH = 254

/** HTML standard, §4.10.5.1.5 (email fields). */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text)
}

const NON_ASCII = /[^\0-\x7F]/
/** A host without characters that end the host of a URL. */
const HOST = /^[^\s/\\?#:@%[\]]+$/

/** Encodes an internationalised domain (RFC 5891), as in "info@xn--mller-kva.example". Returns other texts unchanged. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (at === 0 || domain.length > MAX_EMAIL_LENGTH || !NON_ASCII.test(domain) || !HOST.test(domain))
    return address
  const host = URL.parse(`http://${domain}`)?.hostname
  return host ? address.slice(0, at) + host : address
}

export const nameNotAscii = () =>
  phrase('Letters such as “ö” are not supported before the @ of an email address')

/** Whether an address is valid but for letters before the @, which many mail servers cannot deliver to (RFC 6531). */
export function hasNonAsciiName(address: string): boolean {
  const at = address.lastIndexOf('@')
  const name = address.slice(0, Math.max(at, 0))
  return (
    NON_ASCII.test(name) &&
    isEmailAddress(`${name.replace(/[^\0-\x7F]/gu, 'x')}${withAsciiDomain(address.slice(at))}`)
  )
}
