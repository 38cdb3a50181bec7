import { isbot } from 'isbot'

/** The device of a reader, as far as the User-Agent shows it (RFC 9110 §10.1.5). */
export type Device = 'desktop' | 'phone' | 'tablet'

const TABLET = /ipad|tablet|kindle|silk\/|playbook|android(?!.*mobile)/i
const PHONE = /mobi|iphone|ipod|android|windows phone/i

/** Whether a User-Agent belongs to a program. Browsers always send one that starts with "Mozilla/"; isbot accepts unknown tools. */
export function isBot(userAgent: string | undefined): boolean {
  return !userAgent?.startsWith('Mozilla/') || isbot(userAgent)
}

export function deviceOf(userAgent: string): Device {
  if (TABLET.test(userAgent)) return 'tablet'
  return PHONE.test(userAgent) ? 'phone' : 'desktop'
}
