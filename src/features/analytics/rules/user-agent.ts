import { isbot } from 'isbot'

/** RFC 9110 §10.1.5. */
export type Device = 'desktop' | 'phone' | 'tablet'

const TABLET = /ipad|tablet|kindle|silk\/|playbook|android(?!.*mobile)/i
const PHONE = /mobi|iphone|ipod|android|windows phone/i

/** Browsers start with "Mozilla/"; isbot accepts unknown tools. */
export function isBot(userAgent: string | undefined): boolean {
  return !userAgent?.startsWith('Mozilla/') || isbot(userAgent)
}

export function deviceOf(userAgent: string): Device {
  if (TABLET.test(userAgent)) return 'tablet'
  return PHONE.test(userAgent) ? 'phone' : 'desktop'
}
