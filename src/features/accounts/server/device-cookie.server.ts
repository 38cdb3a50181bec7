import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const NAME = 'masthead.device'
/** In seconds: the longest that browsers keep a cookie (RFC 6265bis §5.5). */
const LIFETIME = 400 * 86_400

/**
 * The mark of a browser in which somebody has signed in to an account before. Attempts from there are counted by
 * themselves, so that strangers who try an account's password again and again never lock its owner out (OWASP, "Slow Down Online
 * Guessing Attacks with Device Cookies").
 *
 * @returns the device's name, where the Cookie header carries one for that account
 */
export function knownDevice(cookies: string | null, email: string, secret: string): string | undefined {
  for (const cookie of (cookies ?? '').split(';')) {
    const [name = '', value = ''] = cookie.trim().split('=', 2)
    if (name.replace(/^__Secure-/, '') !== NAME) continue
    const [device = '', signature = ''] = value.split('.')
    if (device && isEqual(signature, sign(device, email, secret))) return device
  }
  return undefined
}

/** The Set-Cookie header that marks this browser as one of the account's. */
export function deviceCookie(email: string, secret: string, { isSecure }: { isSecure: boolean }): string {
  const device = randomBytes(12).toString('base64url')
  const value = `${device}.${sign(device, email, secret)}`
  const [prefix, flag] = isSecure ? ['__Secure-', '; Secure'] : ['', '']
  return `${prefix}${NAME}=${value}; Max-Age=${LIFETIME}; Path=/api/auth; HttpOnly; SameSite=Lax${flag}`
}

function sign(device: string, email: string, secret: string): string {
  return createHmac('sha256', secret).update(`device\n${device}\n${email.toLowerCase()}`).digest('base64url')
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
